CREATE TABLE "audit" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"staff_id" uuid,
	"device_id" uuid,
	"actor" text NOT NULL,
	"device" text,
	"method" text,
	"what" text NOT NULL,
	"subject" text,
	"subject_name" text,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "audit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "staff" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"language" text,
	"role" text NOT NULL,
	"rights" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"member_id" text,
	"pin_hash" text,
	"invited_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"joined_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "staff_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "staff" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "staff_device" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"lock_minutes" integer NOT NULL,
	"enrolled_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_device_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "staff_device_secret" UNIQUE("tenant_id","secret_hash"),
	CONSTRAINT "staff_device_lock" CHECK ("staff_device"."lock_minutes" between 1 and 30)
);
--> statement-breakpoint
ALTER TABLE "staff_device" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "staff_passkey" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_passkey_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "staff_passkey_credential" UNIQUE("tenant_id","credential_id")
);
--> statement-breakpoint
ALTER TABLE "staff_passkey" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "staff_pin_try" (
	"tenant_id" text NOT NULL,
	"device_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "staff_pin_try_tenant_id_device_id_staff_id_pk" PRIMARY KEY("tenant_id","device_id","staff_id")
);
--> statement-breakpoint
ALTER TABLE "staff_pin_try" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "staff_session" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"token" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"device_id" uuid,
	"method" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "staff_session_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "staff_session_token" UNIQUE("tenant_id","token")
);
--> statement-breakpoint
ALTER TABLE "staff_session" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "action_code" ADD COLUMN "staff_id" uuid;--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_device" ADD CONSTRAINT "staff_device_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_device" ADD CONSTRAINT "staff_device_tenant_id_enrolled_by_staff_tenant_id_id_fk" FOREIGN KEY ("tenant_id","enrolled_by") REFERENCES "public"."staff"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkey" ADD CONSTRAINT "staff_passkey_tenant_id_staff_id_staff_tenant_id_id_fk" FOREIGN KEY ("tenant_id","staff_id") REFERENCES "public"."staff"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_pin_try" ADD CONSTRAINT "staff_pin_try_tenant_id_device_id_staff_device_tenant_id_id_fk" FOREIGN KEY ("tenant_id","device_id") REFERENCES "public"."staff_device"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_pin_try" ADD CONSTRAINT "staff_pin_try_tenant_id_staff_id_staff_tenant_id_id_fk" FOREIGN KEY ("tenant_id","staff_id") REFERENCES "public"."staff"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_tenant_id_staff_id_staff_tenant_id_id_fk" FOREIGN KEY ("tenant_id","staff_id") REFERENCES "public"."staff"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_tenant_id_device_id_staff_device_tenant_id_id_fk" FOREIGN KEY ("tenant_id","device_id") REFERENCES "public"."staff_device"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email" ON "staff" USING btree ("tenant_id","email") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "staff_passkey_staff" ON "staff_passkey" USING btree ("tenant_id","staff_id");--> statement-breakpoint
CREATE INDEX "staff_session_staff" ON "staff_session" USING btree ("tenant_id","staff_id");--> statement-breakpoint
ALTER TABLE "action_code" ADD CONSTRAINT "action_code_tenant_id_staff_id_staff_tenant_id_id_fk" FOREIGN KEY ("tenant_id","staff_id") REFERENCES "public"."staff"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "action_code_staff" ON "action_code" USING btree ("tenant_id","staff_id","kind");--> statement-breakpoint
CREATE POLICY "audit_own" ON "audit" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "staff_own" ON "staff" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "staff_device_own" ON "staff_device" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "staff_passkey_own" ON "staff_passkey" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "staff_pin_try_own" ON "staff_pin_try" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "staff_session_own" ON "staff_session" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));