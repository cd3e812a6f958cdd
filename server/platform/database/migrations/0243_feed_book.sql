-- The feed book of a house: what was delivered, what was there when stock was taken, what was taken away. What birds ate is
-- in their daily records.
CREATE TABLE "feed_entry" (
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
	"feed" text DEFAULT '' NOT NULL,
	"amount_kg" double precision NOT NULL,
	"supplier" text DEFAULT '' NOT NULL,
	"note_number" text DEFAULT '' NOT NULL,
	"batch" text DEFAULT '' NOT NULL,
	"tonne_price" numeric(14, 4),
	"currency" text,
	CONSTRAINT "feed_entry_kg" CHECK ("feed_entry"."amount_kg" >= 0)
);
ALTER TABLE "feed_entry" ADD CONSTRAINT "feed_entry_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "feed_entry" ADD CONSTRAINT "feed_entry_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "feed_entry" ADD CONSTRAINT "feed_entry_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "feed_entry_scope" ON "feed_entry" USING btree ("office_path","day" DESC);
CREATE INDEX "feed_entry_farm" ON "feed_entry" USING btree ("farm_path");
CREATE INDEX "feed_entry_house" ON "feed_entry" USING btree ("house_id","day");

CREATE FUNCTION erase_in_feed_book() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE feed_entry SET actor_name = NEW.actual_name WHERE account_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_feed_book AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_feed_book();
