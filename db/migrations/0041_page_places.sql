ALTER TABLE "page" ADD COLUMN "menu" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "page" ADD COLUMN "footer" boolean DEFAULT false NOT NULL;