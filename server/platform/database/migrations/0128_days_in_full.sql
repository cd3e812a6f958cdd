-- Pictures of a day, and what was told of it before it was told anew.
ALTER TABLE "flock_record" ADD COLUMN "pictures" text[] DEFAULT '{}' NOT NULL;
CREATE TABLE "flock_record_past" (
	"record_id" text NOT NULL,
	"version" integer NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"told" jsonb NOT NULL,
	"account_id" text,
	"actor_name" text DEFAULT '' NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "flock_record_past_record_id_version_pk" PRIMARY KEY("record_id","version")
);
ALTER TABLE "flock_record_past" ADD CONSTRAINT "flock_record_past_record_id_flock_record_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."flock_record"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "flock_record_past" ADD CONSTRAINT "flock_record_past_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "flock_record_past" ADD CONSTRAINT "flock_record_past_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "flock_record_past_scope" ON "flock_record_past" USING btree ("office_path");
CREATE INDEX "flock_record_past_farm" ON "flock_record_past" USING btree ("farm_path");

CREATE FUNCTION keep_told_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO flock_record_past (record_id, version, office_path, farm_path, told, account_id, actor_name, changed_at)
	VALUES (OLD.id, OLD.version, OLD.office_path, OLD.farm_path,
		to_jsonb(OLD) - '{id,flock_id,office_path,farm_path,account_id,actor_name,version,changed_at}'::text[],
		OLD.account_id, OLD.actor_name, OLD.changed_at)
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
CREATE TRIGGER flock_record_kept AFTER UPDATE ON flock_record FOR EACH ROW
	WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION keep_told_day();

-- An erased person is named by the mark in what they told. Runs inside of erase_person.
CREATE FUNCTION erase_in_told_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE flock_record_past SET actor_name = NEW.actual_name WHERE account_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_told_days AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_told_days();
