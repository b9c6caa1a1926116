-- Hashes in hexadecimal become base64url, as the others are; row security may bind the owner, so each tenant is named.
DO $$
DECLARE
	salon text;
	tab text;
	col text;
BEGIN
	FOR salon IN SELECT id FROM tenant LOOP
		PERFORM set_config('app.tenant_id', salon, true);
		FOR tab, col IN
			VALUES ('cart', 'secret_hash'), ('receipt', 'secret_hash'), ('receipt', 'link_hash'),
				('payment_attempt', 'content_hash'), ('payment_attempt', 'return_hash'),
				('visit', 'owner_hash'), ('visit', 'handle_hash'), ('visit', 'cancel_hash'),
				('waitlist_entry', 'handle_hash'), ('waitlist_entry', 'leave_hash'),
				('waitlist_entry', 'extend_hash'), ('waitlist_entry', 'confirm_hash'), ('waitlist_offer', 'message_hash')
		LOOP
			EXECUTE format(
				$sql$UPDATE %1$I SET %2$I = rtrim(translate(encode(decode(%2$I, 'hex'), 'base64'), '+/', '-_'), '=')
					WHERE tenant_id = $1 AND %2$I ~ '^[0-9a-f]{64}$'$sql$, tab, col) USING salon;
		END LOOP;
	END LOOP;
	PERFORM set_config('app.tenant_id', '', true);
END $$;
