-- Which transaction last changed the consents of a customer: each process asks every second for those that were changed since it
-- last asked, and must not read all of them for it. Kept by the database alone.
ALTER TABLE "office" ADD COLUMN "consent_changed_by" xid8;
CREATE FUNCTION mark_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.consent_changed_by := pg_current_xact_id();
	RETURN NEW;
END $$;
CREATE TRIGGER consent_marked_new BEFORE INSERT ON "office" FOR EACH ROW
	WHEN (NEW.farm_access_until IS NOT NULL OR NEW.remote_control_until IS NOT NULL) EXECUTE FUNCTION mark_consent();
CREATE TRIGGER consent_marked BEFORE UPDATE OF farm_access_until, remote_control_until ON "office" FOR EACH ROW
	WHEN ((OLD.farm_access_until, OLD.remote_control_until) IS DISTINCT FROM (NEW.farm_access_until, NEW.remote_control_until))
	EXECUTE FUNCTION mark_consent();
CREATE INDEX "office_consent_changed" ON "office" USING btree ("consent_changed_by") WHERE consent_changed_by IS NOT NULL;

-- The customers of a department, found without a look at their rows: for each table a statement of its people asks.
DROP INDEX "office_care";
CREATE INDEX "office_care" ON "office" USING btree ("care_path","path") INCLUDE ("farm_path","kind") WHERE care_path is not null;
