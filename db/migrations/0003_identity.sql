CREATE TABLE "action_code" (
	"tenant_id" text NOT NULL,
	"hash" text NOT NULL,
	"kind" text NOT NULL,
	"guest_id" text,
	"data" jsonb NOT NULL,
	"browser_hash" text,
	"uses_left" integer NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "action_code_tenant_id_hash_pk" PRIMARY KEY("tenant_id","hash"),
	CONSTRAINT "action_code_uses" CHECK ("action_code"."uses_left" >= 0)
);
--> statement-breakpoint
ALTER TABLE "action_code" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "avatar" (
	"tenant_id" text NOT NULL,
	"guest_id" text NOT NULL,
	"version" text NOT NULL,
	"webp" "bytea" NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "avatar_tenant_id_guest_id_pk" PRIMARY KEY("tenant_id","guest_id")
);
--> statement-breakpoint
ALTER TABLE "avatar" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invite" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"prefill" jsonb NOT NULL,
	"outcome" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "invite_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "invite" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "passkey" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkey_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "passkey_credential" UNIQUE("tenant_id","credential_id")
);
--> statement-breakpoint
ALTER TABLE "passkey" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sms" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"to" text NOT NULL,
	"text" text NOT NULL,
	"segments" integer NOT NULL,
	"secret" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"provider_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "sms_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sms_key" UNIQUE("tenant_id","key"),
	CONSTRAINT "sms_state" CHECK ("sms"."state" in ('waiting', 'sending', 'sent', 'delivered', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "sms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "guest" ADD COLUMN "email_verified_elsewhere" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guest" ADD COLUMN "mobile_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guest" ADD COLUMN "notifications" jsonb;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "secret" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "action_code" ADD CONSTRAINT "action_code_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_code" ADD CONSTRAINT "action_code_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avatar" ADD CONSTRAINT "avatar_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite" ADD CONSTRAINT "invite_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_tenant_id_user_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms" ADD CONSTRAINT "sms_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "action_code_guest" ON "action_code" USING btree ("tenant_id","guest_id","kind");--> statement-breakpoint
CREATE INDEX "action_code_end" ON "action_code" USING btree ("tenant_id","expires_at");--> statement-breakpoint
CREATE INDEX "sms_day" ON "sms" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE POLICY "action_code_own" ON "action_code" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "avatar_own" ON "avatar" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "invite_own" ON "invite" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "passkey_own" ON "passkey" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "sms_own" ON "sms" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));