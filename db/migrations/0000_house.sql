CREATE TABLE "account" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "account_provider" UNIQUE("tenant_id","provider_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "account" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calendar" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"rules" jsonb NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calendar" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "finance" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"currency" text,
	"currency_symbol" text,
	"vat_percent" numeric NOT NULL,
	"late_fee" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "finance" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "guest" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"firstname" text DEFAULT '' NOT NULL,
	"lastname" text DEFAULT '' NOT NULL,
	"mobile" text,
	"country_code" text,
	"dial_code" text,
	"address" text,
	"city" text,
	"postalcode" text,
	"preferred_language" text,
	"avatar" text,
	"terms_accepted_at" timestamp (3) with time zone,
	"marketing_accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "guest" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"ics" text,
	"ics_method" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "mail_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "mail_key" UNIQUE("tenant_id","key")
);
--> statement-breakpoint
ALTER TABLE "mail" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "member" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"displayname" text,
	"role" text,
	"bio" text,
	"avatar" text,
	"active" boolean NOT NULL,
	"hours" jsonb NOT NULL,
	CONSTRAINT "member_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "member" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "segment" (
	"tenant_id" text NOT NULL,
	"visit_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"service_id" text NOT NULL,
	"member_id" text NOT NULL,
	"service_name" text NOT NULL,
	"price" integer NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"end" timestamp (3) with time zone NOT NULL,
	"busy" "tstzmultirange" NOT NULL,
	"taken" boolean DEFAULT true NOT NULL,
	CONSTRAINT "segment_tenant_id_visit_id_position_pk" PRIMARY KEY("tenant_id","visit_id","position")
);
--> statement-breakpoint
ALTER TABLE "segment" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "service" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"svctype" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"weight" integer NOT NULL,
	"active" boolean NOT NULL,
	"price" integer NOT NULL,
	"fromprice" boolean NOT NULL,
	"duration" integer NOT NULL,
	"buffer_before" integer NOT NULL,
	"buffer_after" integer NOT NULL,
	"processing_after" integer,
	"processing_minutes" integer,
	"pre_visit" text,
	"only_member" boolean NOT NULL,
	CONSTRAINT "service_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "service" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "service_member" (
	"tenant_id" text NOT NULL,
	"service_id" text NOT NULL,
	"member_id" text NOT NULL,
	"price" integer,
	"price_active" boolean DEFAULT false NOT NULL,
	CONSTRAINT "service_member_tenant_id_service_id_member_id_pk" PRIMARY KEY("tenant_id","service_id","member_id")
);
--> statement-breakpoint
ALTER TABLE "service_member" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "service_type" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"svctype" text NOT NULL,
	"weight" integer NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "service_type_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "service_type" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "session" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "session_token" UNIQUE("tenant_id","token")
);
--> statement-breakpoint
ALTER TABLE "session" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tenant" (
	"id" text PRIMARY KEY NOT NULL,
	"firstpath" text,
	"vanity_host" text,
	"profile" jsonb NOT NULL,
	"content_version" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "tenant_firstpath_unique" UNIQUE("firstpath"),
	CONSTRAINT "tenant_vanity_host_unique" UNIQUE("vanity_host")
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verification_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "verification" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visit" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"end" timestamp (3) with time zone NOT NULL,
	"guest_id" text,
	"owner_hash" text,
	"handle_hash" text NOT NULL,
	"cancel_hash" text NOT NULL,
	"contact" jsonb,
	"currency" text NOT NULL,
	"price" integer NOT NULL,
	"paid" integer DEFAULT 0 NOT NULL,
	"fee" integer DEFAULT 0 NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"hold_until" timestamp (3) with time zone,
	"prolonged" boolean DEFAULT false NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"booked_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	CONSTRAINT "visit_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "visit_handle" UNIQUE("tenant_id","handle_hash"),
	CONSTRAINT "visit_cancel" UNIQUE("tenant_id","cancel_hash"),
	CONSTRAINT "visit_state" CHECK ("visit"."state" in ('held', 'booked', 'cancelled')),
	CONSTRAINT "visit_hold_until" CHECK (("visit"."state" = 'held') = ("visit"."hold_until" is not null)),
	CONSTRAINT "visit_amounts" CHECK ("visit"."paid" >= 0 and "visit"."fee" >= 0 and "visit"."refunded" between 0 and "visit"."paid")
);
--> statement-breakpoint
ALTER TABLE "visit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_tenant_id_user_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar" ADD CONSTRAINT "calendar_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finance" ADD CONSTRAINT "finance_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest" ADD CONSTRAINT "guest_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment" ADD CONSTRAINT "segment_tenant_id_visit_id_visit_tenant_id_id_fk" FOREIGN KEY ("tenant_id","visit_id") REFERENCES "public"."visit"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment" ADD CONSTRAINT "segment_tenant_id_member_id_member_tenant_id_id_fk" FOREIGN KEY ("tenant_id","member_id") REFERENCES "public"."member"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment" ADD CONSTRAINT "segment_tenant_id_service_id_service_tenant_id_id_fk" FOREIGN KEY ("tenant_id","service_id") REFERENCES "public"."service"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service" ADD CONSTRAINT "service_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service" ADD CONSTRAINT "service_tenant_id_svctype_service_type_tenant_id_id_fk" FOREIGN KEY ("tenant_id","svctype") REFERENCES "public"."service_type"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_member" ADD CONSTRAINT "service_member_tenant_id_service_id_service_tenant_id_id_fk" FOREIGN KEY ("tenant_id","service_id") REFERENCES "public"."service"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_member" ADD CONSTRAINT "service_member_tenant_id_member_id_member_tenant_id_id_fk" FOREIGN KEY ("tenant_id","member_id") REFERENCES "public"."member"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_type" ADD CONSTRAINT "service_type_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_tenant_id_user_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification" ADD CONSTRAINT "verification_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "guest_email" ON "guest" USING btree ("tenant_id","email");--> statement-breakpoint
CREATE INDEX "visit_guest" ON "visit" USING btree ("tenant_id","guest_id","start");--> statement-breakpoint
CREATE INDEX "visit_hold" ON "visit" USING btree ("tenant_id","hold_until") WHERE state = 'held';--> statement-breakpoint
CREATE POLICY "account_own" ON "account" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "calendar_own" ON "calendar" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "finance_own" ON "finance" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "guest_own" ON "guest" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "mail_own" ON "mail" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "member_own" ON "member" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "segment_own" ON "segment" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "service_own" ON "service" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "service_member_own" ON "service_member" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "service_type_own" ON "service_type" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "session_own" ON "session" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "verification_own" ON "verification" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "visit_own" ON "visit" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));