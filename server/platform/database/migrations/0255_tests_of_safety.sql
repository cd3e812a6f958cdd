-- Tests of what keeps birds alive: kinds of overhauls that want proof, and a log of them that nobody can change.
ALTER TABLE "overhaul_item" ADD COLUMN "proof" text;
ALTER TABLE "overhaul_plan" ADD COLUMN "told_on" date;
-- A plan ends; what was done by it stays.
ALTER TABLE "overhaul_plan" ADD COLUMN "ended_at" timestamp with time zone;
ALTER TABLE "overhaul_plan" DROP CONSTRAINT "overhaul_plan_once";
CREATE UNIQUE INDEX "overhaul_plan_once" ON "overhaul_plan" USING btree ("house_id","device_id","item_id") NULLS NOT DISTINCT WHERE ended_at is null;
-- When a test alarm was judged and entered in the log; those before the log are not.
ALTER TABLE "alarm_test" ADD COLUMN "settled_at" timestamp with time zone;
UPDATE "alarm_test" SET "settled_at" = "started_at";
CREATE INDEX "alarm_test_open" ON "alarm_test" USING btree ("started_at") WHERE settled_at is null;

UPDATE "overhaul_item" SET "proof" = 'alarm' WHERE "key" = 'alarm.test';
UPDATE "overhaul_item" SET "proof" = 'sensors' WHERE "key" = 'sensor.temp';
-- Weekly with the load, as insurers ask for it; a provider's own interval stays.
UPDATE "overhaul_item" SET "proof" = 'generator', "basis" = 'practice', "cycle" = CASE "cycle" WHEN 30 THEN 7 ELSE "cycle" END
	WHERE "key" = 'generator.load';
INSERT INTO "overhaul_item" ("id", "office_path", "key", "chinese_name", "english_name", "chinese_equipment", "english_equipment",
	"cycle_kind", "cycle", "basis", "status", "proof")
	SELECT 'thermostat.backup', "office_path", 'thermostat.backup', '按当日目标温度校对设定，并试验能否启动风机',
		'Set it by today''s target and test that it runs its fans', '备用温控器', 'Backup thermostat', 'days', 7, 'practice', 'released', 'thermostat'
	FROM "overhaul_item" WHERE "key" = 'alarm.test';

-- Keys that sign the log. A retired one has no private part any more; its public part verifies what it signed.
CREATE TABLE "signing_key" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed_key" text,
	"from_at" timestamp with time zone DEFAULT now() NOT NULL,
	"until_at" timestamp with time zone
);
CREATE UNIQUE INDEX "signing_key_current" ON "signing_key" USING btree ((until_at is null)) WHERE until_at is null;

-- An entry is its text: everything else follows from it, or is covered by the hash that the next entry holds.
CREATE TABLE "test_entry" (
	"hash" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"payload" text NOT NULL,
	"signature" text NOT NULL,
	"key_id" text NOT NULL,
	"log" text GENERATED ALWAYS AS (payload::jsonb ->> 'log') STORED,
	"number" integer GENERATED ALWAYS AS ((payload::jsonb ->> 'number')::integer) STORED,
	"previous" text GENERATED ALWAYS AS (payload::jsonb ->> 'previous') STORED,
	"code" text GENERATED ALWAYS AS (payload::jsonb ->> 'code') STORED,
	"at" text GENERATED ALWAYS AS (payload::jsonb ->> 'at') STORED,
	"kind" text GENERATED ALWAYS AS (payload::jsonb -> 'facts' ->> 'kind') STORED,
	"house_id" text GENERATED ALWAYS AS (payload::jsonb -> 'house' ->> 'id') STORED
);
ALTER TABLE "test_entry" ADD CONSTRAINT "test_entry_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "test_entry" ADD CONSTRAINT "test_entry_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE UNIQUE INDEX "test_entry_number" ON "test_entry" USING btree ("log","number");
CREATE UNIQUE INDEX "test_entry_code" ON "test_entry" USING btree ("code");
CREATE INDEX "test_entry_scope" ON "test_entry" USING btree ("office_path","at");
CREATE INDEX "test_entry_farm" ON "test_entry" USING btree ("farm_path");
CREATE TRIGGER test_entry_farm BEFORE INSERT ON "test_entry" FOR EACH ROW EXECUTE FUNCTION take_farm_path();

-- Who is named in an entry, and what they wrote: the entry holds only a salted hash of it, so that a person can be erased
-- without a hole in the log.
CREATE TABLE "test_person" (
	"code" text NOT NULL,
	"place" integer NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"account_id" text,
	"name" text,
	"words" text,
	"salt" text NOT NULL,
	CONSTRAINT "test_person_code_place_pk" PRIMARY KEY("code","place")
);
ALTER TABLE "test_person" ADD CONSTRAINT "test_person_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "test_person" ADD CONSTRAINT "test_person_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "test_person" ADD CONSTRAINT "test_person_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "test_person_scope" ON "test_person" USING btree ("office_path");
CREATE INDEX "test_person_farm" ON "test_person" USING btree ("farm_path");
CREATE INDEX "test_person_account" ON "test_person" USING btree ("account_id") WHERE account_id is not null;
CREATE TRIGGER test_person_farm BEFORE INSERT ON "test_person" FOR EACH ROW EXECUTE FUNCTION take_farm_path();

-- The last entry of each customer's log, signed: without it the newest entries could vanish unseen.
CREATE TABLE "test_log" (
	"log" text PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"hash" text NOT NULL,
	"signature" text NOT NULL,
	"key_id" text NOT NULL
);

-- The log is only ever added to. An office that moves takes its entries along.
CREATE FUNCTION keep_test_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND (NEW.hash, NEW.payload, NEW.signature, NEW.key_id) IS NOT DISTINCT FROM (OLD.hash, OLD.payload, OLD.signature, OLD.key_id)
		AND pg_trigger_depth() > 1 THEN RETURN NEW; END IF;
	RAISE EXCEPTION 'entries of the test log are never changed or deleted';
END $$;
CREATE TRIGGER test_entry_kept BEFORE UPDATE OR DELETE ON "test_entry" FOR EACH ROW EXECUTE FUNCTION keep_test_entry();

-- A name goes only when its person is erased.
CREATE FUNCTION keep_test_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 AND (NEW.code, NEW.place, NEW.account_id, NEW.salt) IS NOT DISTINCT FROM (OLD.code, OLD.place, OLD.account_id, OLD.salt)
		AND (NEW.name IS NULL AND NEW.words IS NULL OR (NEW.name, NEW.words) IS NOT DISTINCT FROM (OLD.name, OLD.words)) THEN RETURN NEW; END IF;
	RAISE EXCEPTION 'names in the test log are never changed or deleted';
END $$;
CREATE TRIGGER test_person_kept BEFORE UPDATE OR DELETE ON "test_person" FOR EACH ROW EXECUTE FUNCTION keep_test_person();

CREATE FUNCTION refuse_test_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the test log is never emptied';
END $$;
CREATE TRIGGER test_entry_not_emptied BEFORE TRUNCATE ON "test_entry" FOR EACH STATEMENT EXECUTE FUNCTION refuse_test_truncate();
CREATE TRIGGER test_person_not_emptied BEFORE TRUNCATE ON "test_person" FOR EACH STATEMENT EXECUTE FUNCTION refuse_test_truncate();

CREATE FUNCTION erase_in_test_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE test_person SET name = NULL, words = NULL WHERE account_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_test_log AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_test_log();
