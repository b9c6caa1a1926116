ALTER TABLE "notification" ADD COLUMN "session_hash" text;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "session_hash" text;