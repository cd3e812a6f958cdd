-- Sessions, tokens, second factors, messages, jobs and the like are rows of one account: policies show them to nobody else.
-- Who administers people learns of these whether there are any, and ends them, by the functions below. The range of the
-- caller holds in all of them: of somebody outside it they find and change nothing.
CREATE FUNCTION has_tokens(person text) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	farm text := coalesce(current_setting('app.farm', true), '');
	answer boolean;
BEGIN
	PERFORM set_config('app.farm', '*', true);
	answer := EXISTS (SELECT FROM api_token WHERE account_id = person AND expires_at > now());
	PERFORM set_config('app.farm', farm, true);
	RETURN answer;
END $$;

CREATE FUNCTION has_second_factor(person text) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	farm text := coalesce(current_setting('app.farm', true), '');
	answer boolean;
BEGIN
	PERFORM set_config('app.farm', '*', true);
	answer := EXISTS (SELECT FROM second_factor WHERE account_id = person AND confirmed_at IS NOT NULL);
	PERFORM set_config('app.farm', farm, true);
	RETURN answer;
END $$;

-- All sessions of the person but the one with the hash `kept`.
CREATE FUNCTION end_sessions(person text, kept text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	farm text := coalesce(current_setting('app.farm', true), '');
BEGIN
	PERFORM set_config('app.farm', '*', true);
	DELETE FROM session WHERE account_id = person AND token_hash <> kept;
	PERFORM set_config('app.farm', farm, true);
END $$;

-- Of everybody at the office with the path `node` and below it.
CREATE FUNCTION end_sessions_below(node text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	farm text := coalesce(current_setting('app.farm', true), '');
BEGIN
	PERFORM set_config('app.farm', '*', true);
	DELETE FROM session WHERE office_path >= node AND office_path < left(node, -1) || '/';
	PERFORM set_config('app.farm', farm, true);
END $$;

CREATE FUNCTION end_tokens(person text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	farm text := coalesce(current_setting('app.farm', true), '');
BEGIN
	PERFORM set_config('app.farm', '*', true);
	DELETE FROM api_token WHERE account_id = person;
	PERFORM set_config('app.farm', farm, true);
END $$;

CREATE FUNCTION forget_factors(person text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	farm text := coalesce(current_setting('app.farm', true), '');
BEGIN
	PERFORM set_config('app.farm', '*', true);
	DELETE FROM second_factor WHERE account_id = person;
	DELETE FROM recovery_code WHERE account_id = person;
	PERFORM set_config('app.farm', farm, true);
END $$;

-- A new address that waits for its link to be opened; it still counts as one of the day.
CREATE FUNCTION end_email_change(person text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	farm text := coalesce(current_setting('app.farm', true), '');
BEGIN
	PERFORM set_config('app.farm', '*', true);
	UPDATE email_change SET expires_at = now()
		WHERE account_id = person AND confirmed_at IS NULL AND expires_at > now();
	PERFORM set_config('app.farm', farm, true);
END $$;

GRANT EXECUTE ON FUNCTION has_tokens, has_second_factor, end_sessions, end_sessions_below, end_tokens, forget_factors,
	end_email_change TO smart_farm_app;

-- As before, now for rows that who disables a node does not see.
CREATE OR REPLACE FUNCTION close_office() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	farm text := coalesce(current_setting('app.farm', true), '');
BEGIN
	PERFORM set_config('app.farm', '*', true);
	WITH RECURSIVE inside AS (
		SELECT NEW.id AS id
		UNION ALL
		SELECT o.id FROM office o JOIN inside i ON o.parent_id = i.id WHERE o.kind = 'department'
	), people AS (
		SELECT a.id FROM account a JOIN inside i ON i.id = a.office_id
	), cancelled AS (
		UPDATE job SET state = 'cancelled', ended_at = now()
		WHERE account_id IN (SELECT id FROM people) AND state IN ('waiting', 'running', 'checked')
	)
	DELETE FROM session WHERE account_id IN (SELECT id FROM people);
	PERFORM set_config('app.farm', farm, true);
	RETURN NULL;
END $$;
