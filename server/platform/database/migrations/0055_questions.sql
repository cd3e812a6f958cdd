-- What tickets share: numbers, entries of a timeline or thread, waiting by working hours. And questions, the first of them.
CREATE TABLE "document_number" (
	"prefix" text NOT NULL,
	"day" date NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "document_number_prefix_day_pk" PRIMARY KEY("prefix","day")
);

CREATE TABLE "record_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"module" text NOT NULL,
	"record_id" text NOT NULL,
	"step" text NOT NULL,
	"text" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"account_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"actor_kind" integer NOT NULL
);

CREATE TABLE "question" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"office_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C",
	"house_id" text,
	"device_id" text,
	"author_id" text NOT NULL,
	"author_name" text NOT NULL,
	"waits_since" timestamp with time zone,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"replied_by" text,
	CONSTRAINT "question_number_unique" UNIQUE("number")
);

ALTER TABLE "record_entry" ADD CONSTRAINT "record_entry_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "record_entry" ADD CONSTRAINT "record_entry_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "question" ADD CONSTRAINT "question_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "question" ADD CONSTRAINT "question_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "question" ADD CONSTRAINT "question_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "question" ADD CONSTRAINT "question_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "question" ADD CONSTRAINT "question_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "question" ADD CONSTRAINT "question_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "record_entry_record" ON "record_entry" USING btree ("module","record_id","at");
CREATE INDEX "record_entry_account" ON "record_entry" USING btree ("account_id","id");
CREATE INDEX "record_entry_scope" ON "record_entry" USING btree ("office_path");
CREATE INDEX "question_scope" ON "question" USING btree ("office_path","last_at" DESC);
CREATE INDEX "question_waiting" ON "question" USING btree ("waits_since") WHERE "question"."waits_since" is not null;
CREATE INDEX "question_author" ON "question" USING btree ("author_id");

-- The provider's zone, whatever the caller sees: days of numbers and working hours are the provider's.
CREATE FUNCTION provider_zone() RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	lo text := current_setting('app.lo', true);
	hi text := current_setting('app.hi', true);
	farm text := current_setting('app.farm', true);
	zone text;
BEGIN
	PERFORM system_scope();
	SELECT time_zone INTO zone FROM office WHERE parent_id IS NULL;
	PERFORM set_config('app.lo', lo, true), set_config('app.hi', hi, true), set_config('app.farm', farm, true);
	RETURN zone;
END $$;

-- The next number with a prefix: RP20261122-0001. Given once, also where what it was for is refused or removed afterwards.
CREATE FUNCTION next_number(wanted text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	today date := (now() AT TIME ZONE provider_zone())::date;
	given integer;
BEGIN
	INSERT INTO document_number AS n (prefix, day, last) VALUES (wanted, today, 1)
		ON CONFLICT (prefix, day) DO UPDATE SET last = n.last + 1 RETURNING last INTO given;
	RETURN wanted || to_char(today, 'YYYYMMDD') || '-' || lpad(given::text, greatest(4, length(given::text)), '0');
END $$;

-- Hours of working time since a moment, by the calendar of a zone: Monday to Saturday, 08:00 to 18:00.
CREATE FUNCTION worked_hours(since timestamptz, zone text) RETURNS double precision LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
	SELECT coalesce(sum(extract(epoch FROM greatest(interval '0',
		least(now(), (d + time '18:00') AT TIME ZONE zone)
			- greatest(since, (d + time '08:00') AT TIME ZONE zone)))) / 3600, 0)
	FROM generate_series((since AT TIME ZONE zone)::date::timestamp, (now() AT TIME ZONE zone)::date::timestamp,
		'1 day') AS days (d)
	WHERE extract(isodow FROM d) <= 6
$$;
GRANT EXECUTE ON FUNCTION provider_zone, next_number TO smart_farm_app;

-- Told after the commit to all that have screens open, in every process.
CREATE FUNCTION tell_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('record', (SELECT json_build_object('module', NEW.module, 'id', NEW.record_id, 'path', o.path,
		'farmPath', o.farm_path, 'carePath', o.care_path)::text FROM office o WHERE o.path = NEW.office_path));
	RETURN NULL;
END $$;
CREATE TRIGGER record_entry_told AFTER INSERT ON "record_entry" FOR EACH ROW EXECUTE FUNCTION tell_record();

-- An erased person is named by the mark in what they did and wrote to; runs inside of erase_person.
CREATE FUNCTION erase_in_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE operation_history h SET before = without_words(h.before, ARRAY[OLD.actual_name], NEW.actual_name),
			after = without_words(h.after, ARRAY[OLD.actual_name], NEW.actual_name)
		FROM (SELECT DISTINCT module, record_id FROM record_entry WHERE account_id = NEW.id) AS e
		WHERE h.module = e.module AND h.record_id = e.record_id;
	UPDATE notice_message n SET title = without_names(n.title, ARRAY[OLD.actual_name], NEW.actual_name)
		WHERE n.subject_id IN (SELECT record_id FROM record_entry WHERE account_id = NEW.id);
	UPDATE question q SET replied_by = NEW.actual_name FROM record_entry e
		WHERE e.account_id = NEW.id AND q.id = e.record_id AND q.replied_by = OLD.actual_name;
	UPDATE question SET author_name = NEW.actual_name WHERE author_id = NEW.id;
	UPDATE record_entry SET actor_name = NEW.actual_name WHERE account_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_records AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_records();
