-- What the schema language has no words for: the overlap rule, forced row security and the rights of the request role.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
ALTER TABLE "segment" ADD CONSTRAINT "segment_no_overlap"
	EXCLUDE USING gist ("tenant_id" WITH =, "member_id" WITH =, "busy" WITH &&) WHERE ("taken");
--> statement-breakpoint
DO $$
DECLARE
	name text;
BEGIN
	FOR name IN
		SELECT table_name FROM information_schema.columns
		WHERE table_schema = 'public' AND column_name = 'tenant_id'
	LOOP
		EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
		EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO app', name);
	END LOOP;
END $$;
--> statement-breakpoint
-- Hosts are looked up before a tenant is known; the operator's import runs as the owner.
GRANT SELECT ON "tenant" TO app;
