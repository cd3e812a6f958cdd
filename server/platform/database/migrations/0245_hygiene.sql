-- What the breeding archive holds of a house beside its flocks: disinfection, manure removed, carcasses disposed of.
CREATE TABLE "hygiene_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"house_id" text NOT NULL,
	"day" date NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"account_id" text,
	"actor_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"agent" text DEFAULT '' NOT NULL,
	"dose" text DEFAULT '' NOT NULL,
	"place" text,
	"person" text DEFAULT '' NOT NULL,
	"amount_kg" double precision,
	"carcasses" integer,
	"way" text,
	"receiver" text DEFAULT '' NOT NULL,
	CONSTRAINT "hygiene_entry_amounts" CHECK ("hygiene_entry"."amount_kg" >= 0 and "hygiene_entry"."carcasses" >= 0)
);
ALTER TABLE "hygiene_entry" ADD CONSTRAINT "hygiene_entry_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "hygiene_entry" ADD CONSTRAINT "hygiene_entry_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "hygiene_entry" ADD CONSTRAINT "hygiene_entry_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "hygiene_entry_scope" ON "hygiene_entry" USING btree ("office_path","day" DESC);
CREATE INDEX "hygiene_entry_farm" ON "hygiene_entry" USING btree ("farm_path");
CREATE INDEX "hygiene_entry_house" ON "hygiene_entry" USING btree ("house_id","day");

CREATE FUNCTION erase_in_hygiene() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE hygiene_entry SET actor_name = NEW.actual_name WHERE account_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_hygiene AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_hygiene();
