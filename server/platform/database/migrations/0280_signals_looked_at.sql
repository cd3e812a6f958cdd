-- Birds come into a new house behind a paired gateway only after somebody has looked whether its signals arrive. Houses that are there
-- already have shown theirs.
ALTER TABLE "house" ADD COLUMN "signals_wanted" boolean DEFAULT true NOT NULL;
UPDATE "house" SET "signals_wanted" = false;

CREATE TABLE "signal_look" (
	"id" text PRIMARY KEY NOT NULL,
	"house_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"account_id" text,
	"actor_name" text NOT NULL,
	"total" integer NOT NULL,
	"open" text[] NOT NULL
);
ALTER TABLE "signal_look" ADD CONSTRAINT "signal_look_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "signal_look" ADD CONSTRAINT "signal_look_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "signal_look_scope" ON "signal_look" USING btree ("office_path");
CREATE INDEX "signal_look_house" ON "signal_look" USING btree ("house_id","at");

CREATE FUNCTION erase_in_signal_looks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE signal_look SET actor_name = NEW.actual_name WHERE account_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_signal_looks AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_signal_looks();

-- Whether birds must wait for that: the gateway may belong to an office that whoever places them does not see.
CREATE FUNCTION signals_unlooked(house text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
	SELECT EXISTS (
		SELECT FROM house h JOIN house_device b ON b.house_id = h.id AND b."to" IS NULL JOIN device d ON d.id = b.device_id
			JOIN gateway_pairing p ON p.device_id = d.gateway_id AND p.paired_at IS NOT NULL
		WHERE h.id = signals_unlooked.house AND h.signals_wanted)
		AND NOT EXISTS (SELECT FROM signal_look l WHERE l.house_id = signals_unlooked.house)
$$;
REVOKE ALL ON FUNCTION signals_unlooked FROM PUBLIC;
GRANT EXECUTE ON FUNCTION signals_unlooked TO smart_farm_app;
