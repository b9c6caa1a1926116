CREATE TABLE "party" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "party_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "party" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "party_id" uuid;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "party_position" integer;--> statement-breakpoint
ALTER TABLE "party" ADD CONSTRAINT "party_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_tenant_id_party_id_party_tenant_id_id_fk" FOREIGN KEY ("tenant_id","party_id") REFERENCES "public"."party"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "visit_party" ON "visit" USING btree ("tenant_id","party_id","party_position") WHERE party_id is not null;--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_party_place" CHECK (("visit"."party_id" is null) = ("visit"."party_position" is null));--> statement-breakpoint
CREATE POLICY "party_own" ON "party" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));