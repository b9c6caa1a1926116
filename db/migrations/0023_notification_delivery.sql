CREATE TABLE "notification_delivery" (
	"tenant_id" text NOT NULL,
	"notification_id" uuid NOT NULL,
	"rung" text NOT NULL,
	"outcome" text,
	"attempts" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_delivery_tenant_id_notification_id_rung_pk" PRIMARY KEY("tenant_id","notification_id","rung"),
	CONSTRAINT "notification_delivery_rung" CHECK ("notification_delivery"."rung" in ('push', 'sms', 'mail')),
	CONSTRAINT "notification_delivery_outcome" CHECK ("notification_delivery"."outcome" in ('ok', 'none', 'refused', 'limit', 'failed', 'uncertain', 'slow'))
);
--> statement-breakpoint
ALTER TABLE "notification_delivery" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification" DROP CONSTRAINT "notification_type";--> statement-breakpoint
ALTER TABLE "guest" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "messages" jsonb;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "useful_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "loud_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_tenant_id_notification_id_notification_tenant_id_id_fk" FOREIGN KEY ("tenant_id","notification_id") REFERENCES "public"."notification"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_pending" ON "notification" USING btree ("tenant_id","created_at") WHERE pending;--> statement-breakpoint
CREATE INDEX "notification_messages" ON "notification" USING btree ("tenant_id","useful_until") WHERE messages is not null;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_key" UNIQUE("tenant_id","key");--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_type" CHECK ("notification"."type" in ('cancellation', 'waitlistOpening', 'bookingChanged', 'new_booking_confirmation',
        'reminder', 'success', 'af'));--> statement-breakpoint
CREATE POLICY "notification_delivery_own" ON "notification_delivery" AS PERMISSIVE FOR ALL TO public USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')) WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''));