ALTER TABLE "account" ADD COLUMN "password_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "guest" ADD COLUMN "mobile_verified_at" timestamp (3) with time zone;