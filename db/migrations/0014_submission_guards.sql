-- Row security forced, for the table of this step.
ALTER TABLE "submission" FORCE ROW LEVEL SECURITY;
