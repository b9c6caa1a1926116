CREATE TABLE "photo" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"guest_id" text NOT NULL,
	"visit_id" uuid,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"consent_at" timestamp (3) with time zone,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"large" "bytea" NOT NULL,
	"small" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "photo_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "photo_size" CHECK ("photo"."width" between 1 and 2048 and "photo"."height" between 1 and 2048)
);
--> statement-breakpoint
ALTER TABLE "photo" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "photo" ADD CONSTRAINT "photo_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo" ADD CONSTRAINT "photo_tenant_id_visit_id_visit_tenant_id_id_fk" FOREIGN KEY ("tenant_id","visit_id") REFERENCES "public"."visit"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photo_guest" ON "photo" USING btree ("tenant_id","guest_id","taken_at");--> statement-breakpoint
CREATE INDEX "photo_visit" ON "photo" USING btree ("tenant_id","visit_id");--> statement-breakpoint
CREATE POLICY "photo_own" ON "photo" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));