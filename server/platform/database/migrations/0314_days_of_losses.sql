-- A day without losses entered says nothing of them, whatever else was recorded: only days on which somebody entered how many
-- died or were culled say how many birds there are. Both sexes are entered together; males alone have no share of the females.
ALTER TABLE "flock_sum" ADD COLUMN "losses_on" date;
CREATE OR REPLACE FUNCTION sum_flocks(flocks text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO flock_sum (flock_id, office_path, farm_path)
		SELECT id, office_path, farm_path FROM flock WHERE id = ANY (flocks) ORDER BY id ON CONFLICT DO NOTHING;
	PERFORM FROM flock_sum WHERE flock_id = ANY (flocks) ORDER BY flock_id FOR UPDATE;
	UPDATE flock_sum s SET dead = r.dead, culled = r.culled, sold = r.sold, moved_in = r.moved_in, moved_out = r.moved_out,
		males_gone = r.males_gone,
		first_on = r.first_on, losses_on = r.losses_on, last_on = r.last_on, gap = r.gap, weight = r.weight,
		eggs = r.eggs[1], last_left = r.lefts[1], eggs_on = r.days[1], eggs_before = r.eggs[2], left_before = r.lefts[2],
		eggs_before_on = r.days[2]
	FROM unnest(flocks) AS one(id), LATERAL (
		SELECT coalesce(sum(n.dead), 0) AS dead, coalesce(sum(n.culled), 0) AS culled, coalesce(sum(n.sold), 0) AS sold,
			coalesce(sum(n.moved_in), 0) AS moved_in, coalesce(sum(n.moved_out), 0) AS moved_out,
			coalesce(sum(n.males_gone), 0) AS males_gone,
			min(n.day) FILTER (WHERE num_nonnulls(n.dead, n.culled) > 0) AS first_on,
			max(n.day) FILTER (WHERE n.tells_losses) AS losses_on,
			max(n.day) AS last_on, max(n.day - n.losses_before) AS gap,
			(array_agg(n.weight ORDER BY n.day DESC) FILTER (WHERE n.weight IS NOT NULL))[1] AS weight,
			array_agg(n.laid ORDER BY n.day DESC) FILTER (WHERE n.told) AS eggs,
			array_agg(n.gone ORDER BY n.day DESC) FILTER (WHERE n.told) AS lefts,
			array_agg(n.day ORDER BY n.day DESC) FILTER (WHERE n.told) AS days
		FROM (
			SELECT coalesce(f.dead_males, 0) + coalesce(f.culled_males, 0) + coalesce(f.moved_out_males, 0)
					- coalesce(f.moved_in_males, 0) AS males_gone,
				f.day, f.dead, f.culled, f.sold, f.moved_in, f.moved_out, f.weight,
				num_nonnulls(f.dead, f.culled, f.dead_males, f.culled_males) > 0 AS tells_losses,
				max(f.day) FILTER (WHERE num_nonnulls(f.dead, f.culled, f.dead_males, f.culled_males) > 0)
					OVER (ORDER BY f.day ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS losses_before,
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
SELECT sum_flocks(array(SELECT flock_id FROM flock_sum));
-- Closed flocks whose losses were not entered throughout lived and grew as nobody knows; those without males' losses as well.
UPDATE flock f SET final = f.final || jsonb_build_object('livability', null, 'maleLivability', null, 'feedConversion', null,
		'conversionOnGain', null, 'conversionAdjusted', null, 'efficiency', null, 'lacks', coalesce(f.final -> 'lacks', '{}')
			|| jsonb_build_object('livability', jsonb_build_object('why', CASE WHEN s.first_on IS NULL THEN 'untold' ELSE 'losses' END)))
	FROM flock_sum s
	WHERE s.flock_id = f.id AND f.final ->> 'livability' IS NOT NULL
		AND greatest(s.gap, coalesce(s.first_on, s.last_on) - f.placed_on) > 7;
UPDATE flock f SET final = f.final || '{"maleLivability": null}'
	WHERE f.final ->> 'maleLivability' IS NOT NULL AND NOT EXISTS (
		SELECT FROM flock_record r WHERE r.flock_id = f.id AND num_nonnulls(r.dead_males, r.culled_males) > 0
	);
ALTER TABLE "flock" FORCE ROW LEVEL SECURITY;
ALTER TABLE "flock_record" FORCE ROW LEVEL SECURITY;
ALTER TABLE "flock_sum" FORCE ROW LEVEL SECURITY;
