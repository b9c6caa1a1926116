-- Row security forced, for the tables of this step.
DO $$
DECLARE
	name text;
BEGIN
	FOREACH name IN ARRAY ARRAY['action_code', 'invite', 'passkey', 'avatar', 'sms']
	LOOP
		EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
	END LOOP;
END $$;
