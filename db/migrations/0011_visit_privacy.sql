ALTER TABLE "mail" ADD COLUMN "wipe_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "owner_is_new" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "mail_wipe" ON "mail" USING btree ("tenant_id","wipe_at") WHERE wipe_at is not null;--> statement-breakpoint
CREATE INDEX "visit_typed" ON "visit" USING btree ("tenant_id","end") WHERE guest_id is not null and contact is not null;--> statement-breakpoint
-- Mails that stand already are wiped after their visit too. Row security binds the owner as well, who names no tenant here.
ALTER TABLE "mail" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "visit" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "mail" SET "wipe_at" = "visit"."end" FROM "visit"
WHERE "mail"."key" LIKE 'visit-%' AND "visit"."tenant_id" = "mail"."tenant_id" AND "visit"."id"::text = split_part("mail"."key", ':', 2);--> statement-breakpoint
ALTER TABLE "mail" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "visit" FORCE ROW LEVEL SECURITY;
