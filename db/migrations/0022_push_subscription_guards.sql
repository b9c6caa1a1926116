-- Row security forced, for the table of this step.
ALTER TABLE "push_subscription" FORCE ROW LEVEL SECURITY;
