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
