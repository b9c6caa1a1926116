CREATE TABLE "submission" (
	"tenant_id" text NOT NULL,
	"hash" text NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	CONSTRAINT "submission_tenant_id_hash_pk" PRIMARY KEY("tenant_id","hash")
);
--> statement-breakpoint
ALTER TABLE "submission" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "submission_own" ON "submission" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));