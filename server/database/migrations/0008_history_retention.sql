-- Takes out at most `most` entries of the operation history from before `done_before`. The application may add to a history,
-- never take from it; hence the owner does. Returns how many.
CREATE FUNCTION forget_operations(done_before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  gone integer;
BEGIN
  PERFORM system_scope();
  DELETE FROM operation_history WHERE id IN (SELECT id FROM operation_history WHERE at < done_before LIMIT most);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
GRANT EXECUTE ON FUNCTION forget_operations TO smart_farm_ingest;

-- Histories grow at one end: a few pages tell where the old rows are.
CREATE INDEX "operation_history_at" ON "operation_history" USING brin ("at");
CREATE INDEX "login_log_at" ON "login_log" USING brin ("at");
