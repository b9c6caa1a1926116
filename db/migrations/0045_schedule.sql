CREATE TABLE "absence" (
	"tenant_id" text NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"from" text NOT NULL,
	"until" text NOT NULL,
	"reason" text,
	"origin" text,
	CONSTRAINT "absence_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "absence_origin" CHECK ("absence"."origin" in ('file', 'command', 'desk'))
);
--> statement-breakpoint
ALTER TABLE "absence" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "day_hours" (
	"tenant_id" text NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"date" date NOT NULL,
	"hours" jsonb NOT NULL,
	"members" text[],
	"reason" text,
	"origin" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "day_hours_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "day_hours_origin" CHECK ("day_hours"."origin" in ('file', 'command', 'desk'))
);
--> statement-breakpoint
ALTER TABLE "day_hours" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "absence" ADD CONSTRAINT "absence_tenant_id_member_id_member_tenant_id_id_fk" FOREIGN KEY ("tenant_id","member_id") REFERENCES "public"."member"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_hours" ADD CONSTRAINT "day_hours_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "absence_member" ON "absence" USING btree ("tenant_id","member_id","until");--> statement-breakpoint
CREATE INDEX "day_hours_date" ON "day_hours" USING btree ("tenant_id","date");--> statement-breakpoint
CREATE POLICY "absence_own" ON "absence" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "day_hours_own" ON "day_hours" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
-- Absences and hours of one day become rows. The owner may read and write the rows of all tenants for that: the
-- migration forces row security again at its end. Whether an absence is of the tenant's file is not known yet.
-- Nothing reads the old values any more but processes of the version before, which may still run.
ALTER TABLE "member" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "calendar" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "absence" ("tenant_id", "member_id", "from", "until", "reason")
SELECT "tenant_id", "id", "one" ->> 'from', "one" ->> 'until', "one" ->> 'reason'
FROM "member", jsonb_array_elements("hours" -> 'absences') AS "one";--> statement-breakpoint
INSERT INTO "day_hours" ("tenant_id", "date", "hours", "members", "reason", "origin")
SELECT "tenant_id", ("one" ->> 'date')::date, coalesce("one" -> 'hours', '[]'),
	CASE WHEN "one" ? 'members' THEN ARRAY(SELECT jsonb_array_elements_text("one" -> 'members')) END,
	"one" ->> 'reason', 'file'
FROM "calendar", jsonb_array_elements("rules" -> 'exceptions') AS "one";
