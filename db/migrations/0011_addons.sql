CREATE TABLE "addon" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"minutes" integer NOT NULL,
	"price" integer NOT NULL,
	"vat" jsonb,
	"exempt_reason" text,
	"active" boolean NOT NULL,
	CONSTRAINT "addon_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "addon" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "service_addon" (
	"tenant_id" text NOT NULL,
	"service_id" text NOT NULL,
	"addon_id" text NOT NULL,
	"most" integer NOT NULL,
	CONSTRAINT "service_addon_tenant_id_service_id_addon_id_pk" PRIMARY KEY("tenant_id","service_id","addon_id"),
	CONSTRAINT "service_addon_most" CHECK ("service_addon"."most" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "service_addon" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "segment" ADD COLUMN "addons" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_entry" ADD COLUMN "addons" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "addon" ADD CONSTRAINT "addon_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_addon" ADD CONSTRAINT "service_addon_tenant_id_service_id_service_tenant_id_id_fk" FOREIGN KEY ("tenant_id","service_id") REFERENCES "public"."service"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_addon" ADD CONSTRAINT "service_addon_tenant_id_addon_id_addon_tenant_id_id_fk" FOREIGN KEY ("tenant_id","addon_id") REFERENCES "public"."addon"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment" ADD CONSTRAINT "segment_addons" CHECK (jsonb_array_length("segment"."addons") <= 10);--> statement-breakpoint
CREATE POLICY "addon_own" ON "addon" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "service_addon_own" ON "service_addon" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));