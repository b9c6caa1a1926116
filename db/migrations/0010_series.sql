CREATE TABLE "series" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"weeks" integer NOT NULL,
	"first_date" date NOT NULL,
	"minute" integer NOT NULL,
	CONSTRAINT "series_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "series_weeks" CHECK ("series"."weeks" between 1 and 26),
	CONSTRAINT "series_minute" CHECK ("series"."minute" between 0 and 1439)
);
--> statement-breakpoint
ALTER TABLE "series" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_tenant_id_series_id_series_tenant_id_id_fk" FOREIGN KEY ("tenant_id","series_id") REFERENCES "public"."series"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visit_series" ON "visit" USING btree ("tenant_id","series_id") WHERE series_id is not null;--> statement-breakpoint
CREATE POLICY "series_own" ON "series" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));