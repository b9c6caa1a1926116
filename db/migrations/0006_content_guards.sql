-- Row security forced, for the tables of this step.
DO $$
DECLARE
	name text;
BEGIN
	FOREACH name IN ARRAY ARRAY['page', 'message', 'picture', 'picture_variant']
	LOOP
		EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
	END LOOP;
END $$;
