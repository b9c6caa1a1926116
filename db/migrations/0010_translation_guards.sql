-- Row security forced and the rights of the request role, for the table of this step.
ALTER TABLE "translation" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "translation" TO app;
