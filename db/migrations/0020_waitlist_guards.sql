-- Row security forced, for the tables of the waitlist.
ALTER TABLE "waitlist_entry" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "waitlist_change" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "waitlist_offer" FORCE ROW LEVEL SECURITY;
