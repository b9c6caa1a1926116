ALTER TABLE "visit" ADD COLUMN "visitor" text;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "note" text;