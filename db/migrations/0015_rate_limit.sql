CREATE TABLE "known_browser" (
	"tenant_id" text NOT NULL,
	"guest_id" text NOT NULL,
	"hash" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_browser_tenant_id_guest_id_hash_pk" PRIMARY KEY("tenant_id","guest_id","hash")
);
--> statement-breakpoint
ALTER TABLE "known_browser" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"last_attempt" bigint
);
--> statement-breakpoint
ALTER TABLE "known_browser" ADD CONSTRAINT "known_browser_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rate_limit_expire" ON "rate_limit" USING btree ("expire");--> statement-breakpoint
CREATE POLICY "known_browser_own" ON "known_browser" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));