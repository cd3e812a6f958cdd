-- Changes of controller settings, each from being asked for until it was read back, and what controllers told of them.
CREATE TABLE "setting_change" (
	"id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"house_id" text,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"group" text NOT NULL,
	"origin" text NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"result" integer,
	"says" text,
	"by_echo" boolean DEFAULT false NOT NULL,
	"account_id" text,
	"actor_name" text,
	"reason" text,
	"before" jsonb NOT NULL,
	"wanted" jsonb NOT NULL,
	"after" jsonb,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"again_at" timestamp with time zone,
	"over_at" timestamp with time zone
);

CREATE TABLE "reported_settings" (
	"device_id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"version" bigint,
	"values" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);

ALTER TABLE "setting_change" ADD CONSTRAINT "setting_change_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "setting_change" ADD CONSTRAINT "setting_change_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "setting_change" ADD CONSTRAINT "setting_change_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "setting_change" ADD CONSTRAINT "setting_change_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "reported_settings" ADD CONSTRAINT "reported_settings_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "reported_settings" ADD CONSTRAINT "reported_settings_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "reported_settings" ADD CONSTRAINT "reported_settings_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE UNIQUE INDEX "setting_change_open" ON "setting_change" USING btree ("device_id") WHERE "setting_change"."state" in ('waiting', 'sending');
CREATE INDEX "setting_change_device" ON "setting_change" USING btree ("device_id","made_at" DESC);
CREATE INDEX "setting_change_scope" ON "setting_change" USING btree ("office_path","made_at" DESC);
CREATE INDEX "reported_settings_scope" ON "reported_settings" USING btree ("office_path");

-- Told after the commit: to the process that sends, and to all that have screens open.
CREATE FUNCTION tell_setting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('setting', json_build_object('deviceId', NEW.device_id, 'state', NEW.state)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER setting_change_told AFTER INSERT OR UPDATE OF state ON "setting_change"
  FOR EACH ROW EXECUTE FUNCTION tell_setting();

-- What waits under a consent is looked at again when the consent is another one.
CREATE FUNCTION tell_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('setting', '');
  RETURN NULL;
END $$;
CREATE TRIGGER office_consent_told AFTER UPDATE OF remote_control_until, farm_access_until ON "office"
  FOR EACH ROW WHEN (OLD.remote_control_until IS DISTINCT FROM NEW.remote_control_until
    OR OLD.farm_access_until IS DISTINCT FROM NEW.farm_access_until)
  EXECUTE FUNCTION tell_consent();

-- An erased person is named by the mark in what they changed and in the messages of it. Runs inside of erase_person.
CREATE FUNCTION erase_in_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE notice_message n SET title = without_names(n.title, ARRAY[OLD.actual_name], NEW.actual_name)
    WHERE n.business_type = 'setting' AND n.subject_id IN (
      SELECT c.house_id FROM setting_change c WHERE c.account_id = NEW.id);
  UPDATE setting_change SET actor_name = NEW.actual_name WHERE account_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_settings AFTER UPDATE OF erased_at ON "account"
  FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_settings();
