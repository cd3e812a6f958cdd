-- The sums of whole months stand in the index: years of devices are added up without their days.
ALTER TABLE "device_month" DROP CONSTRAINT "device_month_pkey";
ALTER TABLE "device_month" ADD CONSTRAINT "device_month_pkey"
	PRIMARY KEY ("month", "device_serial", "office_path") INCLUDE ("known_in_all", "online_in_all");

-- What is counted by the steps of a period, each a difference in each of its months, those of the same place in the arrays given:
-- step -1 is all of the period before. A row for each key; steps and their counts stand side by side, without those that are 0. Who
-- calls it sees what its rights let it. Planned at each call: a general plan, which knows nothing of the length of arrays, sorts all
-- differences by their texts and takes twice as long.
CREATE FUNCTION sums_of_analysis(kinds text[], of_all boolean, steps integer[], months date[], sinces integer[], untils integer[])
RETURNS TABLE (what text, key text, steps_of integer[], counts bigint[], amount numeric, amount_before numeric)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_custom_plan SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	first_month date := (SELECT min(d) FROM unnest(months) d);
	last_month date := (SELECT max(d) FROM unnest(months) d);
BEGIN
	RETURN QUERY
	WITH piece AS (
		SELECT * FROM unnest(steps, months, sinces, untils) AS piece (step, month, since, until)
	), summed AS (
		-- Counts are exact as doubles; sums of decimals take several times as long, and only one kind has any.
		SELECT m.what, m.key, p.step, sum((m.n[p.until] - coalesce(m.n[p.since - 1], 0))::float8) AS n,
			sum(m.amount[p.until] - coalesce(m.amount[p.since - 1], 0)) AS amount
		FROM analysis_month m JOIN piece p ON p.month = m.month
		WHERE m.what = ANY (kinds) AND m.is_whole = of_all AND m.month BETWEEN first_month AND last_month
		GROUP BY 1, 2, 3 HAVING sum((m.n[p.until] - coalesce(m.n[p.since - 1], 0))::float8) > 0
	)
	SELECT s.what, s.key, array_agg(s.step), array_agg(s.n::bigint), coalesce(sum(s.amount) FILTER (WHERE s.step >= 0), 0),
		coalesce(sum(s.amount) FILTER (WHERE s.step < 0), 0)
	FROM summed s GROUP BY 1, 2;
END $$;
