CREATE TABLE "translation" (
	"tenant_id" text NOT NULL,
	"hash" text NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"provider" text NOT NULL,
	"words" text,
	"characters" integer NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "translation_tenant_id_hash_source_target_provider_pk" PRIMARY KEY("tenant_id","hash","source","target","provider")
);
--> statement-breakpoint
ALTER TABLE "translation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "translation" ADD CONSTRAINT "translation_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "translation_asked" ON "translation" USING btree ("tenant_id","asked_at");--> statement-breakpoint
CREATE POLICY "translation_own" ON "translation" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));