-- A logo belongs to its organisation: it stays when whoever uploaded it leaves.
ALTER TABLE "stored_file" ALTER COLUMN "account_id" DROP NOT NULL;

-- Everybody in the organisation and below it is told of another logo.
CREATE FUNCTION tell_logo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access', 'below ' || NEW.path);
  RETURN NULL;
END $$;
CREATE TRIGGER logo_changed AFTER UPDATE OF "logo" ON office FOR EACH ROW
  WHEN (OLD.logo IS DISTINCT FROM NEW.logo)
  EXECUTE FUNCTION tell_logo();
