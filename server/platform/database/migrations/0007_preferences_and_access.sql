-- What each user chose: appearance, columns and row height of lists. The language stays on the account, which mails ask.
CREATE TABLE "preference" (
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"value" jsonb,
	"chosen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "preference_account_id_name_pk" PRIMARY KEY("account_id","name")
);

ALTER TABLE "preference" ADD CONSTRAINT "preference_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "preference" ADD CONSTRAINT "preference_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "account" ADD COLUMN "language_chosen_at" timestamp with time zone;

-- Whoever changes rights, here, in another process or by hand: every process is told of it after the commit, with the
-- account, or 'all' where many may be meant. Open sockets depend on it.
CREATE FUNCTION tell_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The argument is the column with the account's id; a row that changes hands concerns both.
  IF TG_NARGS = 0 THEN
    PERFORM pg_notify('access', 'all');
  ELSE
    PERFORM pg_notify('access', id)
    FROM unnest(ARRAY[to_jsonb(OLD) ->> TG_ARGV[0], to_jsonb(NEW) ->> TG_ARGV[0]]) AS ids (id)
    WHERE id IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER access_changed AFTER UPDATE ON office FOR EACH ROW
  WHEN ((OLD.path, OLD.parent_id, OLD.farm_path, OLD.kind, OLD.disabled_at, OLD.deleted_at,
      OLD.farm_access_until, OLD.remote_control_until)
    IS DISTINCT FROM (NEW.path, NEW.parent_id, NEW.farm_path, NEW.kind, NEW.disabled_at, NEW.deleted_at,
      NEW.farm_access_until, NEW.remote_control_until))
  EXECUTE FUNCTION tell_access();
CREATE TRIGGER access_changed AFTER UPDATE ON role FOR EACH ROW
  WHEN ((OLD.kind, OLD.permissions) IS DISTINCT FROM (NEW.kind, NEW.permissions))
  EXECUTE FUNCTION tell_access();
CREATE TRIGGER access_changed AFTER UPDATE ON account FOR EACH ROW
  WHEN ((OLD.office_id, OLD.kind, OLD.disabled_at, OLD.deleted_at)
    IS DISTINCT FROM (NEW.office_id, NEW.kind, NEW.disabled_at, NEW.deleted_at))
  EXECUTE FUNCTION tell_access('id');
CREATE TRIGGER access_given AFTER INSERT OR DELETE ON account_role FOR EACH ROW
  EXECUTE FUNCTION tell_access('account_id');
CREATE TRIGGER access_changed AFTER UPDATE ON account_role FOR EACH ROW
  WHEN ((OLD.account_id, OLD.role_id) IS DISTINCT FROM (NEW.account_id, NEW.role_id))
  EXECUTE FUNCTION tell_access('account_id');
CREATE TRIGGER access_ended AFTER DELETE ON session FOR EACH ROW EXECUTE FUNCTION tell_access('account_id');
CREATE TRIGGER access_changed AFTER UPDATE ON session FOR EACH ROW
  WHEN ((OLD.account_id, OLD.expires_at) IS DISTINCT FROM (NEW.account_id, NEW.expires_at))
  EXECUTE FUNCTION tell_access('account_id');
