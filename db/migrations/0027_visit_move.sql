ALTER TABLE "visit" ADD COLUMN "moved_late_fee" integer;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "moves" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "changed_from" jsonb;--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_moves" CHECK ("visit"."moves" >= 0 and "visit"."moved_late_fee" >= 0);