-- Takes out at most `most` entries of the operation history from before `done_before`. The application may add to a history,
-- never take from it; hence the owner does. Returns how many.
CREATE FUNCTION forget_operations(done_before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  gone integer;
BEGIN
  PERFORM system_scope();
  -- An array, not IN: joined with rows it has no statistics of, the planner compares each with each.
  DELETE FROM operation_history WHERE id = ANY (ARRAY(
    SELECT id FROM operation_history WHERE at < done_before LIMIT most));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
GRANT EXECUTE ON FUNCTION forget_operations TO smart_farm_ingest;

-- The same for what housekeeping takes out already.
CREATE OR REPLACE FUNCTION housekeeping(logged_before timestamptz, ended_before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  logins integer;
  sessions integer;
BEGIN
  PERFORM system_scope();
  DELETE FROM login_log WHERE id = ANY (ARRAY(
    SELECT id FROM login_log WHERE at < logged_before LIMIT most));
  GET DIAGNOSTICS logins = ROW_COUNT;
  DELETE FROM session WHERE token_hash = ANY (ARRAY(
    SELECT token_hash FROM session WHERE expires_at < ended_before LIMIT most));
  GET DIAGNOSTICS sessions = ROW_COUNT;
  RETURN greatest(logins, sessions);
END $$;

-- Histories grow at one end: a few pages tell where the old rows are.
CREATE INDEX "operation_history_at" ON "operation_history" USING brin ("at");
CREATE INDEX "login_log_at" ON "login_log" USING brin ("at");
