CREATE TABLE "push_subscription" (
	"tenant_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"guest_id" text NOT NULL,
	"session_id" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"renewed_at" timestamp (3) with time zone NOT NULL,
	"paused_until" timestamp (3) with time zone,
	CONSTRAINT "push_subscription_tenant_id_endpoint_pk" PRIMARY KEY("tenant_id","endpoint"),
	CONSTRAINT "push_subscription_session" UNIQUE("tenant_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "push_subscription" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_tenant_id_session_id_session_tenant_id_id_fk" FOREIGN KEY ("tenant_id","session_id") REFERENCES "public"."session"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscription_guest" ON "push_subscription" USING btree ("tenant_id","guest_id","renewed_at");--> statement-breakpoint
CREATE POLICY "push_subscription_own" ON "push_subscription" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));