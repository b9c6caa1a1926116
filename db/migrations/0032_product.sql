CREATE TABLE "product" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"type_id" text NOT NULL,
	"name" text NOT NULL,
	"display_name" text,
	"brand_name" text,
	"description" text NOT NULL,
	"pictures" jsonb NOT NULL,
	"image_sizes" jsonb NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "product_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "product" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "product_type" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "product_type_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "product_type" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "product_variant" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"product_id" text NOT NULL,
	"position" integer NOT NULL,
	"size" text NOT NULL,
	"price" integer NOT NULL,
	"stock" integer,
	"imported_stock" integer,
	"exported_stock" integer,
	"active" boolean NOT NULL,
	CONSTRAINT "product_variant_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "product_variant_stock" CHECK ("product_variant"."stock" >= 0)
);
--> statement-breakpoint
ALTER TABLE "product_variant" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shop" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"stock_version" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shop" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit_product" (
	"tenant_id" text NOT NULL,
	"visit_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"variant_id" text NOT NULL,
	"product_id" text NOT NULL,
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"brand_name" text,
	"size" text NOT NULL,
	"quantity" integer NOT NULL,
	"price" integer NOT NULL,
	CONSTRAINT "visit_product_tenant_id_visit_id_position_pk" PRIMARY KEY("tenant_id","visit_id","position"),
	CONSTRAINT "visit_product_quantity" CHECK ("visit_product"."quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "visit_product" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "discount_code" (
	"tenant_id" text NOT NULL,
	"code" text NOT NULL,
	"promotion_id" text NOT NULL,
	"position" integer NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "discount_code_tenant_id_code_pk" PRIMARY KEY("tenant_id","code")
);
--> statement-breakpoint
ALTER TABLE "discount_code" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "promotion" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"amount" integer,
	"percent" numeric,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"from_date" date,
	"until_date" date,
	"first_purchase" boolean NOT NULL,
	"minimum" integer,
	"active" boolean NOT NULL,
	CONSTRAINT "promotion_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "promotion_kind" CHECK ("promotion"."kind" in ('amount', 'percent', 'freeShipping') and ("promotion"."kind" = 'amount') = ("promotion"."amount" is not null)
        and ("promotion"."kind" = 'percent') = ("promotion"."percent" is not null)),
	CONSTRAINT "promotion_uses" CHECK ("promotion"."uses" >= 0)
);
--> statement-breakpoint
ALTER TABLE "promotion" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shipping_type" (
	"tenant_id" text NOT NULL,
	"type" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"price" integer NOT NULL,
	"countries" jsonb NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "shipping_type_tenant_id_type_pk" PRIMARY KEY("tenant_id","type")
);
--> statement-breakpoint
ALTER TABLE "shipping_type" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_tenant_id_type_id_product_type_tenant_id_id_fk" FOREIGN KEY ("tenant_id","type_id") REFERENCES "public"."product_type"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_type" ADD CONSTRAINT "product_type_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variant" ADD CONSTRAINT "product_variant_tenant_id_product_id_product_tenant_id_id_fk" FOREIGN KEY ("tenant_id","product_id") REFERENCES "public"."product"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_product" ADD CONSTRAINT "visit_product_tenant_id_visit_id_visit_tenant_id_id_fk" FOREIGN KEY ("tenant_id","visit_id") REFERENCES "public"."visit"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_code" ADD CONSTRAINT "discount_code_tenant_id_promotion_id_promotion_tenant_id_id_fk" FOREIGN KEY ("tenant_id","promotion_id") REFERENCES "public"."promotion"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_type" ADD CONSTRAINT "shipping_type_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_variant_product" ON "product_variant" USING btree ("tenant_id","product_id","position");--> statement-breakpoint
CREATE INDEX "discount_code_promotion" ON "discount_code" USING btree ("tenant_id","promotion_id");--> statement-breakpoint
CREATE POLICY "product_own" ON "product" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "product_type_own" ON "product_type" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "product_variant_own" ON "product_variant" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "shop_own" ON "shop" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "visit_product_own" ON "visit_product" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "discount_code_own" ON "discount_code" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "promotion_own" ON "promotion" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "shipping_type_own" ON "shipping_type" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));