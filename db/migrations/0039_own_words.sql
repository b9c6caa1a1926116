ALTER TABLE "page" ADD COLUMN "languages" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "words" jsonb DEFAULT '{}'::jsonb NOT NULL;