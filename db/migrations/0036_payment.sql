CREATE TABLE "payment_account" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"sealed" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_account" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_operation" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text NOT NULL,
	"code" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "payment_operation_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "payment_operation_state" CHECK ("payment_operation"."kind" in ('capture', 'cancel', 'refund') and "payment_operation"."state" in ('pending', 'done', 'failed')
        and ("payment_operation"."state" = 'pending') = ("payment_operation"."done_at" is null) and "payment_operation"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "payment_operation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "payment_attempt" DROP CONSTRAINT "payment_attempt_state";--> statement-breakpoint
DROP INDEX "payment_attempt_receipt";--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "method" text;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "idempotency_key" uuid;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "flag" text;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "redirect_url" text;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "cancel_url" text;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "return_hash" text;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "analytics_client_id" text;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "reserved_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "warned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "captured_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "cancelled_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "refunded_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Attempts so far paid nothing: what is asked of a provider is not known of them. Not forced, so that the owner
-- sees the rows of all tenants.
ALTER TABLE "payment_attempt" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "payment_attempt" SET "number" = 1, "method" = 'vippsCard', "reference" = "id"::text, "idempotency_key" = "id",
  "content" = '{"items": [], "shipping": null, "discounts": []}', "cancel_url" = '/checkout', "return_hash" = "id"::text,
  "expires_at" = "created_at";--> statement-breakpoint
ALTER TABLE "payment_attempt" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempt" ALTER COLUMN "method" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempt" ALTER COLUMN "reference" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempt" ALTER COLUMN "idempotency_key" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempt" ALTER COLUMN "content" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempt" ALTER COLUMN "cancel_url" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempt" ALTER COLUMN "return_hash" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempt" ALTER COLUMN "expires_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempt" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "receipt" ADD COLUMN "dispatched_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "receipt" ADD COLUMN "canceled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "receipt" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_account" ADD CONSTRAINT "payment_account_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_operation" ADD CONSTRAINT "payment_operation_tenant_id_attempt_id_payment_attempt_tenant_id_id_fk" FOREIGN KEY ("tenant_id","attempt_id") REFERENCES "public"."payment_attempt"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_operation_once" ON "payment_operation" USING btree ("tenant_id","attempt_id","kind") WHERE kind <> 'refund' and state <> 'failed';--> statement-breakpoint
CREATE INDEX "payment_operation_attempt" ON "payment_operation" USING btree ("tenant_id","attempt_id");--> statement-breakpoint
CREATE INDEX "payment_operation_state" ON "payment_operation" USING btree ("tenant_id","state","created_at");--> statement-breakpoint
CREATE INDEX "cart_receipt" ON "cart" USING btree ("tenant_id","receipt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempt_settled" ON "payment_attempt" USING btree ("tenant_id","receipt_id") WHERE state = 'settled';--> statement-breakpoint
CREATE INDEX "payment_attempt_created" ON "payment_attempt" USING btree ("tenant_id","state","created_at");--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_reference" UNIQUE("tenant_id","reference");--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_number" UNIQUE("tenant_id","receipt_id","number");--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_return" UNIQUE("tenant_id","return_hash");--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_state" CHECK ("payment_attempt"."state" in ('open', 'settled', 'ended') and ("payment_attempt"."state" = 'open') = ("payment_attempt"."ended_at" is null)
        and ("payment_attempt"."state" = 'ended') = ("payment_attempt"."end_reason" is not null));--> statement-breakpoint
CREATE POLICY "payment_account_own" ON "payment_account" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "payment_operation_own" ON "payment_operation" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));