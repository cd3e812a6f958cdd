-- One zone that the database does not know ends every statement that asks for the day of many: rollups, reminders, mails.
CREATE FUNCTION is_time_zone(name text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE name;
  RETURN true;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN false;
END $$;

UPDATE "account" SET "time_zone" = NULL WHERE NOT is_time_zone("time_zone");
UPDATE "house" SET "time_zone" = NULL WHERE NOT is_time_zone("time_zone");
UPDATE "office" SET "time_zone" = 'UTC' WHERE NOT is_time_zone("time_zone");

ALTER TABLE "account" ADD CONSTRAINT "account_time_zone" CHECK (is_time_zone("time_zone"));
ALTER TABLE "house" ADD CONSTRAINT "house_time_zone" CHECK (is_time_zone("time_zone"));
ALTER TABLE "office" ADD CONSTRAINT "office_time_zone" CHECK (is_time_zone("time_zone"));
