ALTER TABLE "payment_attempt" ADD COLUMN "held" jsonb;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "address_hash" text;--> statement-breakpoint
ALTER TABLE "payment_operation" ADD COLUMN "pieces" jsonb;--> statement-breakpoint
CREATE INDEX "payment_attempt_address" ON "payment_attempt" USING btree ("tenant_id","address_hash","ended_at");