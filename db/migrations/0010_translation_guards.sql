-- Row security forced, for the table of this step.
ALTER TABLE "translation" FORCE ROW LEVEL SECURITY;
