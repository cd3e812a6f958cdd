-- A move of birds from one house to another: both sides of it, which change together. The numbers stand in the records of both
-- flocks, or in the number placed of a flock that the move began.
CREATE TABLE "flock_move" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"from_flock_id" text NOT NULL,
	"to_flock_id" text NOT NULL,
	"day" date NOT NULL,
	"birds" integer NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"began" boolean NOT NULL,
	"ended" boolean DEFAULT false NOT NULL,
	"account_id" text,
	"actor_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flock_move_birds" CHECK ("flock_move"."birds" > 0),
	CONSTRAINT "flock_move_apart" CHECK ("flock_move"."from_flock_id" <> "flock_move"."to_flock_id")
);
ALTER TABLE "flock_move" ADD CONSTRAINT "flock_move_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "flock_move" ADD CONSTRAINT "flock_move_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "flock_move" ADD CONSTRAINT "flock_move_from_flock_id_flock_id_fk" FOREIGN KEY ("from_flock_id") REFERENCES "public"."flock"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "flock_move" ADD CONSTRAINT "flock_move_to_flock_id_flock_id_fk" FOREIGN KEY ("to_flock_id") REFERENCES "public"."flock"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "flock_move_scope" ON "flock_move" USING btree ("office_path");
CREATE INDEX "flock_move_farm" ON "flock_move" USING btree ("farm_path");
CREATE INDEX "flock_move_from" ON "flock_move" USING btree ("from_flock_id","day");
CREATE INDEX "flock_move_to" ON "flock_move" USING btree ("to_flock_id","day");
CREATE UNIQUE INDEX "flock_move_began" ON "flock_move" USING btree ("to_flock_id") WHERE "flock_move"."began";

CREATE FUNCTION erase_in_flock_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE flock_move SET actor_name = NEW.actual_name WHERE account_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_flock_moves AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_flock_moves();
