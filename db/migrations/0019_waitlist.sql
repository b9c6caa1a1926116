CREATE TABLE "waitlist_change" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"event" text NOT NULL,
	"by" text NOT NULL,
	"from" text,
	"to" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "waitlist_change_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "waitlist_change" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "waitlist_entry" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"rank" numeric NOT NULL,
	"guest_id" text,
	"contact" jsonb,
	"handle_hash" text NOT NULL,
	"leave_hash" text NOT NULL,
	"extend_hash" text NOT NULL,
	"confirm_hash" text NOT NULL,
	"services" text[] NOT NULL,
	"members" text[],
	"windows" jsonb NOT NULL,
	"notice_minutes" integer NOT NULL,
	"at_night" boolean NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"paused_until" timestamp (3) with time zone,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"unanswered" integer DEFAULT 0 NOT NULL,
	"passed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "waitlist_entry_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "waitlist_entry_handle" UNIQUE("tenant_id","handle_hash"),
	CONSTRAINT "waitlist_entry_leave" UNIQUE("tenant_id","leave_hash"),
	CONSTRAINT "waitlist_entry_extend" UNIQUE("tenant_id","extend_hash"),
	CONSTRAINT "waitlist_entry_confirm" UNIQUE("tenant_id","confirm_hash"),
	CONSTRAINT "waitlist_entry_state" CHECK ("waitlist_entry"."state" in ('waiting', 'paused', 'offered', 'booked', 'left', 'ended')),
	CONSTRAINT "waitlist_entry_owner" CHECK ("waitlist_entry"."guest_id" is not null or "waitlist_entry"."contact" is not null or "waitlist_entry"."state" in ('booked', 'left', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "waitlist_entry" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "waitlist_offer" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"state" text NOT NULL,
	"visit_id" uuid,
	"message_hash" text NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"end" timestamp (3) with time zone NOT NULL,
	"price" integer NOT NULL,
	"currency" text NOT NULL,
	"segments" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"compensated" boolean DEFAULT false NOT NULL,
	CONSTRAINT "waitlist_offer_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "waitlist_offer_message" UNIQUE("tenant_id","message_hash"),
	CONSTRAINT "waitlist_offer_visit" UNIQUE("tenant_id","visit_id"),
	CONSTRAINT "waitlist_offer_state" CHECK ("waitlist_offer"."state" in ('open', 'accepted', 'declined', 'expired', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "waitlist_offer" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "held_for" text DEFAULT 'guest' NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_change" ADD CONSTRAINT "waitlist_change_tenant_id_entry_id_waitlist_entry_tenant_id_id_fk" FOREIGN KEY ("tenant_id","entry_id") REFERENCES "public"."waitlist_entry"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entry" ADD CONSTRAINT "waitlist_entry_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entry" ADD CONSTRAINT "waitlist_entry_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_offer" ADD CONSTRAINT "waitlist_offer_tenant_id_entry_id_waitlist_entry_tenant_id_id_fk" FOREIGN KEY ("tenant_id","entry_id") REFERENCES "public"."waitlist_entry"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waitlist_change_entry" ON "waitlist_change" USING btree ("tenant_id","entry_id","at");--> statement-breakpoint
CREATE INDEX "waitlist_entry_guest" ON "waitlist_entry" USING btree ("tenant_id","guest_id");--> statement-breakpoint
CREATE INDEX "waitlist_entry_open" ON "waitlist_entry" USING btree ("tenant_id","rank") WHERE state in ('waiting', 'paused', 'offered');--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_offer_single" ON "waitlist_offer" USING btree ("tenant_id","entry_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "waitlist_offer_entry" ON "waitlist_offer" USING btree ("tenant_id","entry_id","start");--> statement-breakpoint
CREATE INDEX "waitlist_offer_open" ON "waitlist_offer" USING btree ("tenant_id","expires_at") WHERE state = 'open';--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_held_for" CHECK ("visit"."held_for" in ('guest', 'queue', 'offer'));--> statement-breakpoint
CREATE POLICY "waitlist_change_own" ON "waitlist_change" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "waitlist_entry_own" ON "waitlist_entry" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));--> statement-breakpoint
CREATE POLICY "waitlist_offer_own" ON "waitlist_offer" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));