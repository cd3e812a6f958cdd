-- What is in a house and how it is, in a farm table: offices above a customer see it only while the customer shares.
ALTER TABLE "house" ADD CONSTRAINT "house_in_office" UNIQUE("id","office_path");
CREATE TABLE "house_now" (
	"house_id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"breed" text,
	"flock_started_on" date,
	"flock_hatched_on" date,
	"flock_count" integer,
	"flock_sold" integer,
	"state" text DEFAULT 'offline' NOT NULL,
	"state_since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "house_now_flock" CHECK (("flock_count" is null or "flock_count" >= 0) and ("flock_sold" is null or "flock_sold" >= 0))
);
INSERT INTO "house_now"
SELECT h.id, h.office_path, coalesce(o.farm_path, h.office_path), h.breed, h.flock_started_on, h.flock_hatched_on, h.flock_count,
	h.flock_sold, h.state, h.state_since
FROM "house" h JOIN "office" o ON o.path = h.office_path;
-- A house that belongs to another office, or whose branch moves, takes it along.
ALTER TABLE "house_now" ADD CONSTRAINT "house_now_house" FOREIGN KEY ("house_id","office_path") REFERENCES "public"."house"("id","office_path") ON DELETE cascade ON UPDATE cascade;
ALTER TABLE "house_now" ADD CONSTRAINT "house_now_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "house_now_scope" ON "house_now" USING btree ("office_path");

-- Whoever adds a house begins it, also where the customer does not share.
CREATE FUNCTION begin_house_now() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	farm text := coalesce(current_setting('app.farm', true), '');
BEGIN
	PERFORM set_config('app.farm', '*', true);
	INSERT INTO house_now (house_id, office_path, farm_path)
	SELECT n.id, n.office_path, coalesce(o.farm_path, n.office_path) FROM added n JOIN office o ON o.path = n.office_path;
	PERFORM set_config('app.farm', farm, true);
	RETURN NULL;
END $$;
CREATE TRIGGER house_now_begun AFTER INSERT ON "house" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION begin_house_now();

-- Whether birds are in a house in scope, also where its customer does not share: nobody takes away what they live by.
CREATE FUNCTION has_birds(of_house text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
	farm text := coalesce(current_setting('app.farm', true), '');
	answer boolean;
BEGIN
	PERFORM set_config('app.farm', '*', true);
	answer := EXISTS (SELECT FROM house_now WHERE house_id = of_house AND flock_count >= 1);
	PERFORM set_config('app.farm', farm, true);
	RETURN answer;
END $$;

-- The house is locked first, as by its form; whoever has that open sees that the flock is another.
CREATE OR REPLACE FUNCTION put_flock_on_house(of_house text) RETURNS void LANGUAGE sql AS $$
	SELECT FROM house WHERE id = of_house FOR NO KEY UPDATE;
	WITH changed AS (
		UPDATE house_now n SET breed = coalesce(f.breed, n.breed), flock_started_on = f.placed_on, flock_hatched_on = f.hatched_on,
			flock_count = f.birds, flock_sold = f.sold
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
		WHERE n.house_id = of_house AND (n.breed, n.flock_started_on, n.flock_hatched_on, n.flock_count, n.flock_sold)
			IS DISTINCT FROM (coalesce(f.breed, n.breed), f.placed_on, f.hatched_on, f.birds, f.sold)
		RETURNING n.house_id
	)
	UPDATE house h SET version = h.version + 1 FROM changed WHERE h.id = changed.house_id
$$;

ALTER TABLE "house" DROP COLUMN "breed", DROP COLUMN "flock_started_on", DROP COLUMN "flock_hatched_on", DROP COLUMN "flock_count",
	DROP COLUMN "flock_sold", DROP COLUMN "state", DROP COLUMN "state_since";
