ALTER TABLE "product" ADD COLUMN "vat" jsonb;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "exempt_reason" text;--> statement-breakpoint
ALTER TABLE "service" ADD COLUMN "vat" jsonb;--> statement-breakpoint
ALTER TABLE "service" ADD COLUMN "exempt_reason" text;--> statement-breakpoint
ALTER TABLE "finance" ADD COLUMN "vat_number" text;--> statement-breakpoint
ALTER TABLE "finance" ADD COLUMN "exempt_reason" text;--> statement-breakpoint
ALTER TABLE "segment" ADD COLUMN "vat" jsonb;--> statement-breakpoint
-- By hand: earlier visits keep the one rate of their tenant. Row security may bind the owner, so each tenant is
-- named.
DO $$
DECLARE
	salon text;
	rate jsonb;
BEGIN
	FOR salon IN SELECT id FROM tenant LOOP
		PERFORM set_config('app.tenant_id', salon, true);
		SELECT to_jsonb(trim_scale(vat_percent)) INTO rate FROM finance WHERE tenant_id = salon;
		UPDATE segment SET vat = rate WHERE tenant_id = salon;
	END LOOP;
	PERFORM set_config('app.tenant_id', '', true);
END $$;
