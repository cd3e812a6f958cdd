-- A customer's programmes of vaccinations and treatments by age, and which of them a flock follows. What was given is in the
-- flock's records; here is only what was to be given, and what was left out.
CREATE TABLE "health_programme" (
	"id" text PRIMARY KEY NOT NULL,
	"office_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"house_type" text NOT NULL,
	"breed" text,
	"is_given" boolean DEFAULT true NOT NULL,
	"steps" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE "flock_programme" (
	"flock_id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"programme_id" text,
	"name" text NOT NULL,
	"since" date NOT NULL,
	"steps" jsonb NOT NULL,
	"skipped" jsonb DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
ALTER TABLE "health_programme" ADD CONSTRAINT "health_programme_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "health_programme" ADD CONSTRAINT "health_programme_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "flock_programme" ADD CONSTRAINT "flock_programme_flock_id_flock_id_fk" FOREIGN KEY ("flock_id") REFERENCES "public"."flock"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "flock_programme" ADD CONSTRAINT "flock_programme_programme_id_health_programme_id_fk" FOREIGN KEY ("programme_id") REFERENCES "public"."health_programme"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "flock_programme" ADD CONSTRAINT "flock_programme_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "flock_programme" ADD CONSTRAINT "flock_programme_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE UNIQUE INDEX "health_programme_name" ON "health_programme" USING btree ("farm_path","name");
CREATE INDEX "health_programme_scope" ON "health_programme" USING btree ("office_path");
CREATE INDEX "flock_programme_scope" ON "flock_programme" USING btree ("office_path");
CREATE INDEX "flock_programme_farm" ON "flock_programme" USING btree ("farm_path");
CREATE INDEX "flock_programme_of" ON "flock_programme" USING btree ("programme_id");

-- An erased person is named by the mark where they left out a step. Runs inside of erase_person.
CREATE FUNCTION erase_in_flock_health() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE flock_programme SET skipped = (
		SELECT jsonb_object_agg(key, CASE WHEN value->>'accountId' = NEW.id
			THEN value || jsonb_build_object('by', NEW.actual_name) ELSE value END)
		FROM jsonb_each(skipped))
		WHERE jsonb_path_exists(skipped, '$.*.accountId ? (@ == $id)', jsonb_build_object('id', NEW.id));
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_flock_health AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_flock_health();
