ALTER TABLE "service_member" ADD COLUMN "minutes" integer;--> statement-breakpoint
ALTER TABLE "service_member" ADD COLUMN "processing_after" integer;--> statement-breakpoint
ALTER TABLE "service_member" ADD COLUMN "processing_minutes" integer;--> statement-breakpoint
ALTER TABLE "service_member" ADD CONSTRAINT "service_member_length" CHECK (("service_member"."processing_after" is null) = ("service_member"."processing_minutes" is null)
        and ("service_member"."processing_after" is null or "service_member"."minutes" is not null
          and "service_member"."processing_after" + "service_member"."processing_minutes" <= "service_member"."minutes"
          and "service_member"."processing_minutes" < "service_member"."minutes"));