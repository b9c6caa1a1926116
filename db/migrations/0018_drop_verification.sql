DROP POLICY "verification_own" ON "verification" CASCADE;--> statement-breakpoint
DROP TABLE "verification" CASCADE;