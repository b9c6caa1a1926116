-- Trusted devices, the channels of a notification, reserved stock and the check of a payment's status under these names.
ALTER TABLE "known_browser" RENAME TO "trusted_device";--> statement-breakpoint
ALTER TABLE "trusted_device" RENAME CONSTRAINT "known_browser_tenant_id_guest_id_hash_pk" TO "trusted_device_tenant_id_guest_id_hash_pk";--> statement-breakpoint
ALTER TABLE "trusted_device" RENAME CONSTRAINT "known_browser_tenant_id_guest_id_guest_tenant_id_id_fk" TO "trusted_device_tenant_id_guest_id_guest_tenant_id_id_fk";--> statement-breakpoint
ALTER POLICY "known_browser_own" ON "trusted_device" RENAME TO "trusted_device_own";--> statement-breakpoint
ALTER TABLE "notification_delivery" RENAME COLUMN "rung" TO "channel";--> statement-breakpoint
ALTER TABLE "notification_delivery" RENAME CONSTRAINT "notification_delivery_tenant_id_notification_id_rung_pk" TO "notification_delivery_tenant_id_notification_id_channel_pk";--> statement-breakpoint
ALTER TABLE "notification_delivery" RENAME CONSTRAINT "notification_delivery_rung" TO "notification_delivery_channel";--> statement-breakpoint
ALTER TABLE "payment_attempt" RENAME COLUMN "held" TO "reserved";--> statement-breakpoint
ALTER TABLE "payment_attempt" RENAME COLUMN "asked_at" TO "status_checked_at";
