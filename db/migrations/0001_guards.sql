-- What the schema language has no words for: the overlap rule and forced row security.
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
	END LOOP;
END $$;
