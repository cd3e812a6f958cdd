-- A branch of the tree that moves takes the rows of its offices with it (ON UPDATE CASCADE), which looks for them by path
-- in each table: without these indexes it would read every table once for each office.
CREATE INDEX "account_role_scope" ON "account_role" USING btree ("office_path");
CREATE INDEX "alarm_farm" ON "alarm" USING btree ("farm_path");
CREATE INDEX "alarm_step_scope" ON "alarm_step" USING btree ("office_path");
CREATE INDEX "alarm_step_farm" ON "alarm_step" USING btree ("farm_path");
CREATE INDEX "device_birth_farm" ON "device_birth" USING btree ("farm_path");
CREATE INDEX "device_connection_scope" ON "device_connection" USING btree ("office_path");
CREATE INDEX "device_state_farm" ON "device_state" USING btree ("farm_path");
CREATE INDEX "house_device_scope" ON "house_device" USING btree ("office_path");
CREATE INDEX "job_scope" ON "job" USING btree ("office_path");
CREATE INDEX "job_row_scope" ON "job_row" USING btree ("office_path");
CREATE INDEX "notice_message_scope" ON "notice_message" USING btree ("office_path");
CREATE INDEX "preference_scope" ON "preference" USING btree ("office_path");
CREATE INDEX "quarantine_scope" ON "quarantine" USING btree ("office_path");
CREATE INDEX "session_scope" ON "session" USING btree ("office_path");
CREATE INDEX "stored_file_scope" ON "stored_file" USING btree ("office_path");
CREATE INDEX "text_reading_scope" ON "text_reading" USING btree ("office_path");
CREATE INDEX "text_reading_farm" ON "text_reading" USING btree ("farm_path");

-- Until the end of the transaction one tree changes at a time, and whatever writes what devices say waits: it looks the
-- path of a device's office up in the statement that stores, which would otherwise be one from before the move.
CREATE FUNCTION hold_branches() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('office tree', 0));
  LOCK TABLE text_reading, device_state, device_birth, device_connection, quarantine IN SHARE ROW EXCLUSIVE MODE;
END $$;
GRANT EXECUTE ON FUNCTION hold_branches TO smart_farm_app;

-- A node's path is made of its own number, which must be known before it is written.
CREATE FUNCTION next_office_number() RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT nextval('public.office_number_seq')::integer
$$;
GRANT EXECUTE ON FUNCTION next_office_number TO smart_farm_app;
