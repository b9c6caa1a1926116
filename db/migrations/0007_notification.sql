CREATE TABLE "notification" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"guest_id" text NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"link" text,
	"waitlist" text,
	"waitlist_handle" text,
	"destination" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notification_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "notification_type" CHECK ("notification"."type" in ('cancellation', 'waitlistOpening', 'bookingChanged', 'new_booking_confirmation', 'success', 'af'))
);
--> statement-breakpoint
ALTER TABLE "notification" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_guest" ON "notification" USING btree ("tenant_id","guest_id","created_at");--> statement-breakpoint
CREATE POLICY "notification_own" ON "notification" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));