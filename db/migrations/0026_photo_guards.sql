-- Row security forced, for the table of photos.
ALTER TABLE "photo" FORCE ROW LEVEL SECURITY;
