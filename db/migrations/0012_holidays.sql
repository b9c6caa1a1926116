CREATE TABLE "holiday" (
	"tenant_id" text NOT NULL,
	"date" date NOT NULL,
	"names" jsonb NOT NULL,
	CONSTRAINT "holiday_tenant_id_date_pk" PRIMARY KEY("tenant_id","date")
);
--> statement-breakpoint
ALTER TABLE "holiday" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "day_hours" ADD COLUMN "own" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "holiday" ADD CONSTRAINT "holiday_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "holiday_own" ON "holiday" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
--> statement-breakpoint
-- Hours that were set by hand for members are days of their own; row security may bind the owner, so each tenant is named.
DO $$
DECLARE
	salon text;
BEGIN
	FOR salon IN SELECT id FROM tenant LOOP
		PERFORM set_config('app.tenant_id', salon, true);
		UPDATE day_hours SET own = true WHERE tenant_id = salon AND origin <> 'file' AND members IS NOT NULL;
	END LOOP;
	PERFORM set_config('app.tenant_id', '', true);
END $$;
