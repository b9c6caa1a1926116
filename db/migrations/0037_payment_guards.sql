-- Row security forced, for the tables of accounts and operations.
ALTER TABLE "payment_account" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "payment_operation" FORCE ROW LEVEL SECURITY;
