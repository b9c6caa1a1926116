CREATE TABLE "resource" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "resource_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "resource" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "resource_unit" (
	"tenant_id" text NOT NULL,
	"resource_id" text NOT NULL,
	"unit" integer NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "resource_unit_tenant_id_resource_id_unit_pk" PRIMARY KEY("tenant_id","resource_id","unit"),
	CONSTRAINT "resource_unit_number" CHECK ("resource_unit"."unit" > 0)
);
--> statement-breakpoint
ALTER TABLE "resource_unit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "segment_unit" (
	"tenant_id" text NOT NULL,
	"visit_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"resource_id" text NOT NULL,
	"unit" integer NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"busy" "tstzmultirange" NOT NULL,
	"taken" boolean DEFAULT true NOT NULL,
	"over" boolean DEFAULT false NOT NULL,
	CONSTRAINT "segment_unit_tenant_id_visit_id_position_resource_id_pk" PRIMARY KEY("tenant_id","visit_id","position","resource_id"),
	CONSTRAINT "segment_unit_reach" CHECK (lower("segment_unit"."busy") >= "segment_unit"."start" - interval '24 hours' and upper("segment_unit"."busy") <= "segment_unit"."start" + interval '48 hours')
);
--> statement-breakpoint
ALTER TABLE "segment_unit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "service_resource" (
	"tenant_id" text NOT NULL,
	"service_id" text NOT NULL,
	"resource_id" text NOT NULL,
	"during" text NOT NULL,
	CONSTRAINT "service_resource_tenant_id_service_id_resource_id_pk" PRIMARY KEY("tenant_id","service_id","resource_id"),
	CONSTRAINT "service_resource_during" CHECK ("service_resource"."during" in ('all', 'work'))
);
--> statement-breakpoint
ALTER TABLE "service_resource" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "resource" ADD CONSTRAINT "resource_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_unit" ADD CONSTRAINT "resource_unit_tenant_id_resource_id_resource_tenant_id_id_fk" FOREIGN KEY ("tenant_id","resource_id") REFERENCES "public"."resource"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment_unit" ADD CONSTRAINT "segment_unit_tenant_id_visit_id_position_segment_tenant_id_visit_id_position_fk" FOREIGN KEY ("tenant_id","visit_id","position") REFERENCES "public"."segment"("tenant_id","visit_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment_unit" ADD CONSTRAINT "segment_unit_tenant_id_resource_id_unit_resource_unit_tenant_id_resource_id_unit_fk" FOREIGN KEY ("tenant_id","resource_id","unit") REFERENCES "public"."resource_unit"("tenant_id","resource_id","unit") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_resource" ADD CONSTRAINT "service_resource_tenant_id_service_id_service_tenant_id_id_fk" FOREIGN KEY ("tenant_id","service_id") REFERENCES "public"."service"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_resource" ADD CONSTRAINT "service_resource_tenant_id_resource_id_resource_tenant_id_id_fk" FOREIGN KEY ("tenant_id","resource_id") REFERENCES "public"."resource"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "segment_unit_start" ON "segment_unit" USING btree ("tenant_id","resource_id","start");--> statement-breakpoint
CREATE POLICY "resource_own" ON "resource" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "resource_unit_own" ON "resource_unit" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "segment_unit_own" ON "segment_unit" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "service_resource_own" ON "service_resource" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
-- By hand: no two segments keep a unit busy at the same time, as segment_no_overlap for members.
ALTER TABLE "segment_unit" ADD CONSTRAINT "segment_unit_no_overlap"
	EXCLUDE USING gist ("tenant_id" WITH =, "resource_id" WITH =, "unit" WITH =, "busy" WITH &&) WHERE ("taken" AND NOT "over");
