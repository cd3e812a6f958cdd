-- Mails wait here for the mail server, written in the transaction that they tell of.
CREATE TABLE "mail" (
	"id" text PRIMARY KEY NOT NULL,
	"to_address" text NOT NULL,
	"language" text NOT NULL,
	"template" text NOT NULL,
	"values" jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"useful_until" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"given_up_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
CREATE INDEX "mail_due" ON "mail" USING btree ("due_at") WHERE sent_at is null and given_up_at is null;

-- Told after the commit, to whichever process sends.
CREATE FUNCTION tell_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('mail', '');
  RETURN NULL;
END $$;
CREATE TRIGGER mail_queued AFTER INSERT ON mail FOR EACH STATEMENT EXECUTE FUNCTION tell_mail();

-- A password that was mailed is good beside the own one until it is first used; then it is the only one, and has to be changed.
ALTER TABLE "account" ADD COLUMN "mailed_password_hash" text;
ALTER TABLE "account" ADD COLUMN "mailed_password_until" timestamp with time zone;
ALTER TABLE "account" ADD COLUMN "must_change_password" boolean DEFAULT false NOT NULL;

CREATE TRIGGER access_password_changed AFTER UPDATE OF must_change_password ON account FOR EACH ROW
  WHEN (OLD.must_change_password IS DISTINCT FROM NEW.must_change_password)
  EXECUTE FUNCTION tell_access('id');

-- Who may sign in with what is one for all offices, also those that the caller does not see: which of the two somebody else
-- has. The caller's scope is as before afterwards.
CREATE FUNCTION taken_logins(asked_username text, asked_email text, except_id text) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  lo text := current_setting('app.lo', true);
  hi text := current_setting('app.hi', true);
  farm text := current_setting('app.farm', true);
BEGIN
  PERFORM system_scope();
  RETURN QUERY SELECT field FROM (VALUES ('username', asked_username), ('email', asked_email)) AS asked (field, key)
    WHERE EXISTS (
      SELECT FROM account
      WHERE deleted_at IS NULL AND id IS DISTINCT FROM except_id AND (username_key = key OR email_key = key));
  PERFORM set_config('app.lo', lo, true), set_config('app.hi', hi, true), set_config('app.farm', farm, true);
END $$;
GRANT EXECUTE ON FUNCTION taken_logins TO smart_farm_app;
