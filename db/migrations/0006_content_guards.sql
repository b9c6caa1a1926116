-- Row security forced and the rights of the request role, for the tables of this step.
DO $$
DECLARE
	name text;
BEGIN
	FOREACH name IN ARRAY ARRAY['page', 'message', 'picture', 'picture_variant']
	LOOP
		EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
		EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO app', name);
	END LOOP;
END $$;
