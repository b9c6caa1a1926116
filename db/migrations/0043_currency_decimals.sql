-- Amounts in currencies without hundredths (ISO 4217) stood as hundredths; row security may bind the owner, so each tenant is named.
DO $$
DECLARE
	salon text;
	own text;
	factor numeric;
BEGIN
	FOR salon IN SELECT id FROM tenant LOOP
		PERFORM set_config('app.tenant_id', salon, true);
		FOR own, factor IN
			SELECT DISTINCT code, CASE
					WHEN code IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN 10
					WHEN code IN ('CLF', 'UYW') THEN 100
					ELSE 0.01
				END
			FROM (
				SELECT currency AS code FROM finance WHERE tenant_id = salon
				UNION SELECT currency FROM visit WHERE tenant_id = salon
			) known
			WHERE code IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF',
				'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'CLF', 'UYW')
		LOOP
			IF EXISTS (SELECT 1 FROM finance WHERE tenant_id = salon AND currency = own) THEN
				UPDATE finance SET late_fee = jsonb_set(late_fee, '{amount}', round((late_fee ->> 'amount')::numeric * factor)::text::jsonb)
					WHERE tenant_id = salon AND late_fee ->> 'kind' = 'fixed';
				UPDATE service SET price = round(price * factor) WHERE tenant_id = salon;
				UPDATE service_member SET price = round(price * factor) WHERE tenant_id = salon;
				UPDATE product_variant SET price = round(price * factor) WHERE tenant_id = salon;
				UPDATE shipping_type SET price = round(price * factor) WHERE tenant_id = salon;
				UPDATE promotion SET amount = round(amount * factor), minimum = round(minimum * factor) WHERE tenant_id = salon;
			END IF;
			UPDATE segment SET price = round(price * factor)
				WHERE tenant_id = salon AND visit_id IN (SELECT id FROM visit WHERE tenant_id = salon AND currency = own);
			UPDATE visit_product SET price = round(price * factor)
				WHERE tenant_id = salon AND visit_id IN (SELECT id FROM visit WHERE tenant_id = salon AND currency = own);
			UPDATE visit SET price = round(price * factor), paid = round(paid * factor), fee = round(fee * factor), moved_late_fee = round(moved_late_fee * factor), refunded = round(refunded * factor)
				WHERE tenant_id = salon AND currency = own;
			UPDATE waitlist_offer SET price = round(price * factor) WHERE tenant_id = salon AND currency = own;
		END LOOP;
	END LOOP;
	PERFORM set_config('app.tenant_id', '', true);
END $$;
