-- A treatment that was recorded and then taken out again stays in the register of medicines, with who took it back and when.
CREATE TABLE "treatment_taken_back" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"flock_id" text NOT NULL,
	"day" date NOT NULL,
	"treatment" jsonb NOT NULL,
	"recorded_account" text,
	"recorded_by" text NOT NULL,
	"account_id" text,
	"actor_name" text NOT NULL,
	"taken_back_at" timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE "treatment_taken_back" ADD CONSTRAINT "treatment_taken_back_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "treatment_taken_back" ADD CONSTRAINT "treatment_taken_back_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "treatment_taken_back" ADD CONSTRAINT "treatment_taken_back_flock_id_flock_id_fk" FOREIGN KEY ("flock_id") REFERENCES "public"."flock"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "treatment_taken_back_scope" ON "treatment_taken_back" USING btree ("office_path");
CREATE INDEX "treatment_taken_back_farm" ON "treatment_taken_back" USING btree ("farm_path");
CREATE INDEX "treatment_taken_back_flock" ON "treatment_taken_back" USING btree ("flock_id","day");

CREATE FUNCTION erase_in_treatments_taken_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE treatment_taken_back SET actor_name = NEW.actual_name WHERE account_id = NEW.id;
	UPDATE treatment_taken_back SET recorded_by = NEW.actual_name WHERE recorded_account = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_treatments_taken_back AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_treatments_taken_back();
