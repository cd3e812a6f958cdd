-- People name their programs, often after themselves: whoever is erased leaves no such name behind.
DO $$
DECLARE
	told constant text := 'UPDATE consent_log SET actor_name = mark, ip = NULL';
	function text := pg_get_functiondef('erase_person(text, text)'::regprocedure);
BEGIN
	IF strpos(function, told) = 0 THEN RAISE EXCEPTION 'erase_person does not clear consent_log'; END IF;
	EXECUTE replace(function, told, 'UPDATE consent_log SET actor_name = mark, actor_program = NULL, ip = NULL');
END $$;

SELECT set_config('app.erasing', 'program names', true);
UPDATE consent_log SET actor_program = NULL
	WHERE actor_program IS NOT NULL AND actor_id IN (SELECT id FROM account WHERE erased_at IS NOT NULL);
SELECT set_config('app.erasing', '', true);

-- Who signs in with no address of their own can do so from now on, once nobody else signs in with it: they were opened
-- before there were keys, or while the address was somebody else's. Of several the one opened first.
CREATE FUNCTION fill_email_keys() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	filled integer;
BEGIN
	PERFORM system_scope();
	UPDATE account a SET email_key = f.key FROM (
		SELECT DISTINCT ON (key) id, key FROM account, lower(normalize(email, NFC)) AS key
		WHERE email_key IS NULL AND email IS NOT NULL AND deleted_at IS NULL ORDER BY key, created_at, id
	) f
	WHERE a.id = f.id AND NOT EXISTS (
		SELECT FROM account o WHERE o.deleted_at IS NULL AND o.id <> f.id AND (o.username_key = f.key OR o.email_key = f.key));
	GET DIAGNOSTICS filled = ROW_COUNT;
	RETURN filled;
END $$;
GRANT EXECUTE ON FUNCTION fill_email_keys TO smart_farm_ingest;
