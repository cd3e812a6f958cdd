-- Takes out at most `most` entries of the login history from before `logged_before`, and sessions that ended before
-- `ended_before`. The application may add to a history, never take from it; hence the owner does. Returns how many.
CREATE FUNCTION housekeeping(logged_before timestamptz, ended_before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  logins integer;
  sessions integer;
BEGIN
  PERFORM system_scope();
  DELETE FROM login_log WHERE id IN (SELECT id FROM login_log WHERE at < logged_before LIMIT most);
  GET DIAGNOSTICS logins = ROW_COUNT;
  DELETE FROM session WHERE token_hash IN (SELECT token_hash FROM session WHERE expires_at < ended_before LIMIT most);
  GET DIAGNOSTICS sessions = ROW_COUNT;
  RETURN greatest(logins, sessions);
END $$;
GRANT EXECUTE ON FUNCTION housekeeping TO smart_farm_ingest;
