-- The day of the eggs before the last: a laying rate is held against the standard of its own day.
ALTER TABLE "flock_sum" ADD COLUMN "eggs_before_on" date;
CREATE OR REPLACE FUNCTION sum_flocks(flocks text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO flock_sum (flock_id, office_path, farm_path)
		SELECT id, office_path, farm_path FROM flock WHERE id = ANY (flocks) ORDER BY id ON CONFLICT DO NOTHING;
	PERFORM FROM flock_sum WHERE flock_id = ANY (flocks) ORDER BY flock_id FOR UPDATE;
	UPDATE flock_sum s SET dead = r.dead, culled = r.culled, sold = r.sold, moved_in = r.moved_in, moved_out = r.moved_out,
		males_gone = r.males_gone,
		first_on = r.first_on, last_on = r.last_on, gap = r.gap, weight = r.weight,
		eggs = r.eggs[1], last_left = r.lefts[1], eggs_on = r.days[1], eggs_before = r.eggs[2], left_before = r.lefts[2],
		eggs_before_on = r.days[2]
	FROM unnest(flocks) AS one(id), LATERAL (
		SELECT coalesce(sum(n.dead), 0) AS dead, coalesce(sum(n.culled), 0) AS culled, coalesce(sum(n.sold), 0) AS sold,
			coalesce(sum(n.moved_in), 0) AS moved_in, coalesce(sum(n.moved_out), 0) AS moved_out,
			coalesce(sum(n.males_gone), 0) AS males_gone,
			min(n.day) AS first_on, max(n.day) AS last_on, max(n.since) AS gap,
			(array_agg(n.weight ORDER BY n.day DESC) FILTER (WHERE n.weight IS NOT NULL))[1] AS weight,
			array_agg(n.laid ORDER BY n.day DESC) FILTER (WHERE n.told) AS eggs,
			array_agg(n.gone ORDER BY n.day DESC) FILTER (WHERE n.told) AS lefts,
			array_agg(n.day ORDER BY n.day DESC) FILTER (WHERE n.told) AS days
		FROM (
			SELECT coalesce(f.dead_males, 0) + coalesce(f.culled_males, 0) + coalesce(f.moved_out_males, 0)
					- coalesce(f.moved_in_males, 0) AS males_gone,
				f.day, f.dead, f.culled, f.sold, f.moved_in, f.moved_out, f.weight, f.day - lag(f.day) OVER (ORDER BY f.day) AS since,
				num_nonnulls(f.eggs_sound, f.eggs_broken, f.eggs_dirty, f.eggs_soft, f.eggs_hatching) > 0 AS told,
				coalesce(f.eggs_sound, 0) + coalesce(f.eggs_broken, 0) + coalesce(f.eggs_dirty, 0) + coalesce(f.eggs_soft, 0)
					+ coalesce(f.eggs_hatching, 0) AS laid,
				-- Birds that have left since that morning.
				(sum(coalesce(f.dead, 0) + coalesce(f.culled, 0) + coalesce(f.sold, 0) + coalesce(f.moved_out, 0)
					- coalesce(f.moved_in, 0)) OVER (ORDER BY f.day DESC))::int AS gone
			FROM flock_record f WHERE f.flock_id = one.id
		) n
	) r
	WHERE s.flock_id = one.id;
END $$;

ALTER TABLE "flock" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "flock_record" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "flock_sum" NO FORCE ROW LEVEL SECURITY;
SELECT sum_flocks(array(SELECT flock_id FROM flock_sum WHERE eggs_before IS NOT NULL));
ALTER TABLE "flock" FORCE ROW LEVEL SECURITY;
ALTER TABLE "flock_record" FORCE ROW LEVEL SECURITY;
ALTER TABLE "flock_sum" FORCE ROW LEVEL SECURITY;
