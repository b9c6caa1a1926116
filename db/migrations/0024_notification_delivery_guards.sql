-- Row security forced, for the table of this step.
ALTER TABLE "notification_delivery" FORCE ROW LEVEL SECURITY;
