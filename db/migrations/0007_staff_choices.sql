ALTER TABLE "staff" ADD COLUMN "shortcuts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "hints_seen_at" timestamp (3) with time zone;