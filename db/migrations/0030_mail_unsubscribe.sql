ALTER TABLE "mail" ADD COLUMN "unsubscribe" text;--> statement-breakpoint
CREATE INDEX "sms_secret" ON "sms" USING btree ("tenant_id","created_at") WHERE secret and text <> '';