-- Row security forced, for the table of this step.
ALTER TABLE "notification" FORCE ROW LEVEL SECURITY;
