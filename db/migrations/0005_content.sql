CREATE TABLE "message" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"html" text NOT NULL,
	"destination" text NOT NULL,
	"start" timestamp (3) with time zone,
	"services" jsonb NOT NULL,
	"waitlist" text,
	"waitlist_handle" text,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "message_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "message" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "page" (
	"tenant_id" text NOT NULL,
	"parent_id" text DEFAULT '' NOT NULL,
	"id" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"order" integer NOT NULL,
	"blocks" jsonb NOT NULL,
	"image_sizes" jsonb NOT NULL,
	"updated" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "page_tenant_id_parent_id_id_pk" PRIMARY KEY("tenant_id","parent_id","id")
);
--> statement-breakpoint
ALTER TABLE "page" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "picture" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"original" "bytea" NOT NULL,
	CONSTRAINT "picture_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "picture_size" CHECK ("picture"."width" > 0 and "picture"."height" > 0)
);
--> statement-breakpoint
ALTER TABLE "picture" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "picture_variant" (
	"tenant_id" text NOT NULL,
	"picture_id" text NOT NULL,
	"width" integer NOT NULL,
	"format" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "picture_variant_tenant_id_picture_id_width_format_pk" PRIMARY KEY("tenant_id","picture_id","width","format")
);
--> statement-breakpoint
ALTER TABLE "picture_variant" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page" ADD CONSTRAINT "page_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture" ADD CONSTRAINT "picture_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_variant" ADD CONSTRAINT "picture_variant_tenant_id_picture_id_picture_tenant_id_id_fk" FOREIGN KEY ("tenant_id","picture_id") REFERENCES "public"."picture"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_destination" ON "message" USING btree ("tenant_id","destination");--> statement-breakpoint
CREATE INDEX "message_end" ON "message" USING btree ("tenant_id","expires_at");--> statement-breakpoint
CREATE POLICY "message_own" ON "message" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "page_own" ON "page" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "picture_own" ON "picture" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "picture_variant_own" ON "picture_variant" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));