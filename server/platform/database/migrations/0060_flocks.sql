-- A flock is a row of its own with a record for each of its days. The flock in a house stands on the house as well, for whoever
-- reads houses without the right to see farm data or by the thousand; only the triggers below write it there.
CREATE TABLE "flock" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"house_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"type" text NOT NULL,
	"category" text NOT NULL,
	"breed" text,
	"placed_on" date NOT NULL,
	"hatched_on" date,
	"placed_count" integer,
	"placed_males" integer,
	"placement_day" integer DEFAULT 0 NOT NULL,
	"matured_on" date,
	"mature_count" integer,
	"sold_undated" integer DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"ended_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "flock_counts" CHECK (coalesce("placed_count", 0) >= 0 and coalesce("placed_males", 0) >= 0 and coalesce("mature_count", 0) >= 0 and "sold_undated" >= 0),
	CONSTRAINT "flock_order" CHECK ("ended_on" >= "placed_on" and "hatched_on" <= "placed_on"),
	CONSTRAINT "flock_placement_day" CHECK ("placement_day" in (0, 1))
);

CREATE TABLE "flock_record" (
	"id" text PRIMARY KEY NOT NULL,
	"flock_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"day" date NOT NULL,
	"dead" integer,
	"dead_cause" text,
	"culled" integer,
	"dead_males" integer,
	"culled_males" integer,
	"sold" integer,
	"sold_kg" double precision,
	"moved_in" integer,
	"moved_out" integer,
	"eggs_sound" integer,
	"eggs_broken" integer,
	"eggs_dirty" integer,
	"eggs_soft" integer,
	"eggs_hatching" integer,
	"egg_weight" double precision,
	"feed" double precision,
	"feed_males" double precision,
	"water" double precision,
	"weights" jsonb,
	"weight" double precision,
	"uniformity" double precision,
	"weight_males" double precision,
	"measured" jsonb DEFAULT '{}' NOT NULL,
	"treatments" jsonb DEFAULT '[]' NOT NULL,
	"confirmed" jsonb DEFAULT '[]' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"account_id" text,
	"actor_name" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "flock" ADD CONSTRAINT "flock_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "flock" ADD CONSTRAINT "flock_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "flock" ADD CONSTRAINT "flock_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "flock_record" ADD CONSTRAINT "flock_record_flock_id_flock_id_fk" FOREIGN KEY ("flock_id") REFERENCES "public"."flock"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "flock_record" ADD CONSTRAINT "flock_record_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "flock_record" ADD CONSTRAINT "flock_record_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE UNIQUE INDEX "flock_number" ON "flock" USING btree ("number");
CREATE UNIQUE INDEX "flock_in_house" ON "flock" USING btree ("house_id") WHERE "flock"."ended_on" is null and "flock"."deleted_at" is null;
CREATE INDEX "flock_of_house" ON "flock" USING btree ("house_id","placed_on");
CREATE INDEX "flock_scope" ON "flock" USING btree ("office_path","placed_on" DESC);
CREATE UNIQUE INDEX "flock_record_day" ON "flock_record" USING btree ("flock_id","day");
CREATE INDEX "flock_record_scope" ON "flock_record" USING btree ("office_path","day" DESC);

-- Numbers of documents (prefix and day, four digits) are never reused, also where a document was not stored in the end.
CREATE TABLE "flock_counter" ("day" date PRIMARY KEY NOT NULL, "last" integer NOT NULL);
CREATE FUNCTION next_flock_number(placed date) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
	INSERT INTO flock_counter VALUES (placed, 1) ON CONFLICT (day) DO UPDATE SET last = flock_counter.last + 1
	RETURNING 'FL' || to_char(day, 'YYYYMMDD') || lpad(last::text, 4, '0')
$$;
GRANT EXECUTE ON FUNCTION next_flock_number TO smart_farm_app;

-- The flocks that stood on their houses until now.
ALTER TABLE "house" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "office" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "flock" ("id", "number", "house_id", "office_path", "farm_path", "type", "category", "breed", "placed_on", "hatched_on",
	"placed_count", "placement_day", "sold_undated")
SELECT 'flock-' || h.id, next_flock_number(h.flock_started_on), h.id, h.office_path, coalesce(o.farm_path, h.office_path), h.type,
	CASE h.type WHEN 'layer' THEN 'laying' WHEN 'breeder' THEN 'laying' WHEN 'pullet' THEN 'rearing' ELSE 'meat' END,
	h.breed, h.flock_started_on, CASE WHEN h.flock_hatched_on <= h.flock_started_on THEN h.flock_hatched_on END,
	h.flock_count, o.placement_day, coalesce(h.flock_sold, 0)
FROM "house" h JOIN "office" o ON o.id = h.office_id
WHERE h.flock_started_on IS NOT NULL AND h.deleted_at IS NULL;
ALTER TABLE "house" FORCE ROW LEVEL SECURITY;
ALTER TABLE "office" FORCE ROW LEVEL SECURITY;

-- Brings the flock of a house on to the house: the one that is planned for it or in it, or none.
CREATE FUNCTION put_flock_on_house(of_house text) RETURNS void LANGUAGE sql AS $$
	UPDATE house h SET breed = coalesce(f.breed, h.breed), flock_started_on = f.placed_on, flock_hatched_on = f.hatched_on,
		flock_count = f.birds, flock_sold = f.sold, version = h.version + 1
	FROM (SELECT 1) one LEFT JOIN LATERAL (
		SELECT k.breed, k.placed_on, k.hatched_on, k.placed_count + r.moved_in AS birds,
			nullif(k.sold_undated + r.sold, 0) AS sold
		FROM flock k, LATERAL (
			SELECT coalesce(sum(n.moved_in), 0)::integer AS moved_in,
				(coalesce(sum(n.sold), 0) + coalesce(sum(n.moved_out), 0))::integer AS sold
			FROM flock_record n WHERE n.flock_id = k.id
		) r
		WHERE k.house_id = of_house AND k.ended_on IS NULL AND k.deleted_at IS NULL
	) f ON true
	WHERE h.id = of_house AND (h.breed, h.flock_started_on, h.flock_hatched_on, h.flock_count, h.flock_sold)
		IS DISTINCT FROM (coalesce(f.breed, h.breed), f.placed_on, f.hatched_on, f.birds, f.sold)
$$;
CREATE FUNCTION follow_flock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM put_flock_on_house(coalesce(NEW.house_id, OLD.house_id));
	RETURN NULL;
END $$;
CREATE TRIGGER flock_followed AFTER INSERT OR UPDATE OR DELETE ON "flock" FOR EACH ROW EXECUTE FUNCTION follow_flock();
CREATE FUNCTION follow_flock_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM put_flock_on_house(house_id) FROM flock WHERE id = coalesce(NEW.flock_id, OLD.flock_id);
	RETURN NULL;
END $$;
CREATE TRIGGER flock_record_followed AFTER UPDATE OF sold, moved_in, moved_out OR DELETE ON "flock_record"
	FOR EACH ROW EXECUTE FUNCTION follow_flock_record();
CREATE TRIGGER flock_record_added AFTER INSERT ON "flock_record" FOR EACH ROW
	WHEN (NEW.sold IS NOT NULL OR NEW.moved_in IS NOT NULL OR NEW.moved_out IS NOT NULL)
	EXECUTE FUNCTION follow_flock_record();

-- An erased person is named by the mark in the records they wrote. Runs inside of erase_person.
CREATE FUNCTION erase_in_flocks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE flock_record SET actor_name = NEW.actual_name WHERE account_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_flocks AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_flocks();
