CREATE TABLE "cart" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"guest_id" text,
	"secret_hash" text,
	"items" jsonb NOT NULL,
	"notice" jsonb,
	"receipt_id" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cart_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "cart_guest" UNIQUE("tenant_id","guest_id"),
	CONSTRAINT "cart_secret" UNIQUE("tenant_id","secret_hash"),
	CONSTRAINT "cart_owner" CHECK (("cart"."guest_id" is null) <> ("cart"."secret_hash" is null))
);
--> statement-breakpoint
ALTER TABLE "cart" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_counter" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_counter" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_attempt" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"receipt_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"content_hash" text NOT NULL,
	"return_url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "payment_attempt_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "payment_attempt_state" CHECK ("payment_attempt"."state" in ('open', 'settled', 'ended') and ("payment_attempt"."state" = 'open') = ("payment_attempt"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "payment_attempt" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "receipt" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"guest_id" text,
	"secret_hash" text,
	"link_hash" text NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"payment_status" text NOT NULL,
	"order_number" integer,
	"items" jsonb NOT NULL,
	"customer" jsonb NOT NULL,
	"shipping" jsonb,
	"pickup_locations" jsonb NOT NULL,
	"discounts" jsonb NOT NULL,
	"payment_method" text NOT NULL,
	"email" text,
	"mobile" text,
	"vat" jsonb NOT NULL,
	"total" bigint NOT NULL,
	"currency" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "receipt_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "receipt_order_number" UNIQUE("tenant_id","order_number"),
	CONSTRAINT "receipt_link" UNIQUE("tenant_id","link_hash"),
	CONSTRAINT "receipt_status" CHECK ("receipt"."status" in ('PENDING', 'PENDING_COLLECT_INTENTS', 'PAID', 'canceled')
        and ("receipt"."order_number" is null) = ("receipt"."settled_at" is null))
);
--> statement-breakpoint
ALTER TABLE "receipt" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cart" ADD CONSTRAINT "cart_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart" ADD CONSTRAINT "cart_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_counter" ADD CONSTRAINT "order_counter_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_tenant_id_receipt_id_receipt_tenant_id_id_fk" FOREIGN KEY ("tenant_id","receipt_id") REFERENCES "public"."receipt"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cart_updated" ON "cart" USING btree ("tenant_id","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempt_open" ON "payment_attempt" USING btree ("tenant_id","receipt_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "payment_attempt_receipt" ON "payment_attempt" USING btree ("tenant_id","receipt_id","created_at");--> statement-breakpoint
CREATE INDEX "receipt_guest" ON "receipt" USING btree ("tenant_id","guest_id","settled_at");--> statement-breakpoint
CREATE INDEX "receipt_email" ON "receipt" USING btree ("tenant_id","email");--> statement-breakpoint
CREATE INDEX "receipt_mobile" ON "receipt" USING btree ("tenant_id","mobile");--> statement-breakpoint
CREATE POLICY "cart_own" ON "cart" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "order_counter_own" ON "order_counter" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "payment_attempt_own" ON "payment_attempt" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "receipt_own" ON "receipt" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));