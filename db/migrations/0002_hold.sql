ALTER TABLE "segment" ADD COLUMN "anyone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "address_hash" text;--> statement-breakpoint
CREATE INDEX "segment_start" ON "segment" USING btree ("tenant_id","member_id","start");--> statement-breakpoint
ALTER TABLE "segment" ADD CONSTRAINT "segment_reach" CHECK (lower("segment"."busy") >= "segment"."start" - interval '24 hours' and upper("segment"."busy") <= "segment"."start" + interval '48 hours');