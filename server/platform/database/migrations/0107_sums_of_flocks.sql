-- What the records of a flock sum up to, beside them: a morning's look at two hundred houses added up a hundred thousand days.
CREATE TABLE "flock_sum" (
	"flock_id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"dead" integer DEFAULT 0 NOT NULL,
	"culled" integer DEFAULT 0 NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"moved_in" integer DEFAULT 0 NOT NULL,
	"moved_out" integer DEFAULT 0 NOT NULL,
	"last_on" date,
	"weight" double precision,
	"eggs" integer,
	"last_left" integer
);
ALTER TABLE "flock_sum" ADD CONSTRAINT "flock_sum_flock_id_flock_id_fk" FOREIGN KEY ("flock_id") REFERENCES "public"."flock"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "flock_sum" ADD CONSTRAINT "flock_sum_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "flock_sum" ADD CONSTRAINT "flock_sum_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "flock_sum_scope" ON "flock_sum" USING btree ("office_path");
CREATE INDEX "flock_sum_farm" ON "flock_sum" USING btree ("farm_path");

-- Adds up these flocks anew. The rows are locked first, and only then read: of two who write records of one flock at a time the second
-- adds up what the first has stored.
CREATE FUNCTION sum_flocks(flocks text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO flock_sum (flock_id, office_path, farm_path)
		SELECT id, office_path, farm_path FROM flock WHERE id = ANY (flocks) ORDER BY id ON CONFLICT DO NOTHING;
	PERFORM FROM flock_sum WHERE flock_id = ANY (flocks) ORDER BY flock_id FOR UPDATE;
	UPDATE flock_sum s SET dead = r.dead, culled = r.culled, sold = r.sold, moved_in = r.moved_in, moved_out = r.moved_out,
		last_on = r.last_on, weight = r.weight, eggs = r.eggs, last_left = r.last_left
	FROM unnest(flocks) AS one(id), LATERAL (
		SELECT coalesce(sum(n.dead), 0) AS dead, coalesce(sum(n.culled), 0) AS culled, coalesce(sum(n.sold), 0) AS sold,
			coalesce(sum(n.moved_in), 0) AS moved_in, coalesce(sum(n.moved_out), 0) AS moved_out, max(n.day) AS last_on,
			(array_agg(n.weight ORDER BY n.day DESC) FILTER (WHERE n.weight IS NOT NULL))[1] AS weight,
			(array_agg(coalesce(n.eggs_sound, 0) + coalesce(n.eggs_broken, 0) + coalesce(n.eggs_dirty, 0) + coalesce(n.eggs_soft, 0)
				+ coalesce(n.eggs_hatching, 0) ORDER BY n.day DESC) FILTER (WHERE e.told))[1] AS eggs,
			(array_agg(coalesce(n.dead, 0) + coalesce(n.culled, 0) + coalesce(n.sold, 0) + coalesce(n.moved_out, 0)
				- coalesce(n.moved_in, 0) ORDER BY n.day DESC) FILTER (WHERE e.told))[1] AS last_left
		FROM flock_record n, LATERAL (
			SELECT num_nonnulls(n.eggs_sound, n.eggs_broken, n.eggs_dirty, n.eggs_soft, n.eggs_hatching) > 0 AS told
		) e
		WHERE n.flock_id = one.id
	) r
	WHERE s.flock_id = one.id;
END $$;
CREATE FUNCTION sum_changed_flocks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM sum_flocks(array(SELECT DISTINCT flock_id FROM changed));
	RETURN NULL;
END $$;
CREATE TRIGGER flock_sum_of_new AFTER INSERT ON flock_record REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION sum_changed_flocks();
CREATE TRIGGER flock_sum_of_changed AFTER UPDATE ON flock_record REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION sum_changed_flocks();
CREATE TRIGGER flock_sum_of_gone AFTER DELETE ON flock_record REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION sum_changed_flocks();

-- Those there are.
ALTER TABLE "flock" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "flock_record" NO FORCE ROW LEVEL SECURITY;
SELECT sum_flocks(array(SELECT DISTINCT flock_id FROM flock_record));
ALTER TABLE "flock" FORCE ROW LEVEL SECURITY;
ALTER TABLE "flock_record" FORCE ROW LEVEL SECURITY;
