-- What the analysis counts, a row for each month of the provider's calendar: `n` and `amount` have, for each of its days, what was
-- counted from its first day on, so that any days of it are one difference. Only amounts of orders have an `amount`.
CREATE TABLE "analysis_month" (
	"office_path" text COLLATE "C" DEFAULT '1.' NOT NULL,
	"is_whole" boolean NOT NULL,
	"what" text NOT NULL,
	"month" date NOT NULL,
	"key" text NOT NULL,
	"n" bigint[] NOT NULL,
	"amount" numeric[],
	CONSTRAINT "analysis_month_pkey" PRIMARY KEY("what","is_whole","month","key","office_path")
);
ALTER TABLE "analysis_month" ADD CONSTRAINT "analysis_month_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE cascade ON UPDATE cascade;
CREATE INDEX "analysis_month_office" ON "analysis_month" USING btree ("office_path","what","month") WHERE not is_whole;

-- What is to be added to a day; less than 0 where it is taken out.
CREATE TYPE analysis_day AS (office_path text, is_whole boolean, day date, key text, n bigint, amount numeric);

-- Adds to the counts of some days; each day of a key stands in `added` once.
CREATE FUNCTION add_to_analysis(counted text, added analysis_day[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
	WITH month AS (
		SELECT DISTINCT office_path, is_whole, key, date_trunc('month', day)::date AS month FROM unnest(added)
	), running AS (
		SELECT m.*, d.day, sum(coalesce(a.n, 0)) OVER w AS n, sum(coalesce(a.amount, 0)) OVER w AS amount
		FROM month m CROSS JOIN LATERAL
			(SELECT s::date AS day FROM generate_series(m.month::timestamp, m.month + interval '1 month' - interval '1 day', '1 day') s) d
			LEFT JOIN unnest(added) a ON a.office_path = m.office_path AND a.is_whole = m.is_whole AND a.key = m.key AND a.day = d.day
		WINDOW w AS (PARTITION BY m.office_path, m.is_whole, m.key, m.month ORDER BY d.day)
	)
	INSERT INTO analysis_month AS c (office_path, is_whole, what, month, key, n, amount)
	SELECT office_path, is_whole, counted, month, key, array_agg(n::bigint ORDER BY day),
		CASE counted WHEN 'amount' THEN array_agg(amount ORDER BY day) END
	FROM running GROUP BY office_path, is_whole, month, key
	ON CONFLICT (what, is_whole, month, key, office_path) DO UPDATE SET
		n = ARRAY(SELECT u.a + u.b FROM unnest(c.n, excluded.n) WITH ORDINALITY u (a, b, i) ORDER BY u.i),
		amount = CASE counted WHEN 'amount'
			THEN ARRAY(SELECT u.a + u.b FROM unnest(c.amount, excluded.amount) WITH ORDINALITY u (a, b, i) ORDER BY u.i) END;
	DELETE FROM analysis_month c USING
		(SELECT DISTINCT office_path, is_whole, key, date_trunc('month', day)::date AS month FROM unnest(added) WHERE n < 0) a
	WHERE c.what = counted AND c.is_whole = a.is_whole AND c.month = a.month AND c.key = a.key AND c.office_path = a.office_path
		AND c.n[cardinality(c.n)] = 0;
$$;

-- The counts of the single days of some months.
CREATE FUNCTION analysis_days(counted text, first_month date, last_month date) RETURNS SETOF analysis_day
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
	SELECT m.office_path, m.is_whole, m.month + i - 1, m.key, m.n[i] - coalesce(m.n[i - 1], 0),
		coalesce(m.amount[i] - coalesce(m.amount[i - 1], 0), 0)
	FROM analysis_month m, generate_subscripts(m.n, 1) i
	WHERE m.what = counted AND m.month >= first_month AND m.month <= last_month AND m.n[i] > coalesce(m.n[i - 1], 0)
$$;

SELECT add_to_analysis(c.what, array_agg(ROW(c.office_path, c.is_whole, c.day, c.key, c.n, c.amount)::analysis_day))
FROM analysis_count c WHERE c.n > 0 GROUP BY c.what, date_trunc('month', c.day);
DROP TABLE analysis_count;

-- Counts some days of one kind again, and brings in what is otherwise than before.
CREATE OR REPLACE FUNCTION recount_analysis(counted text, days date[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	first_day date := (SELECT min(d) FROM unnest(days) d);
	last_day date := (SELECT max(d) FROM unnest(days) d);
BEGIN
	IF first_day IS NULL THEN RETURN; END IF;
	IF counted = 'device' THEN PERFORM keep_device_days(days); END IF;
	PERFORM add_to_analysis(counted, ARRAY(
		SELECT ROW(office_path, is_whole, day, key, sum(n), sum(amount))::analysis_day FROM (
			SELECT c.office_path, c.is_whole, c.day, c.key, -c.n AS n, -c.amount AS amount
			FROM analysis_days(counted, date_trunc('month', first_day)::date, last_day) c WHERE c.day = ANY (days)
			UNION ALL
			SELECT coalesce(f.care_path, '1.'), grouping(f.care_path) = 1, r.day, r.key, sum(r.n), sum(r.amount)
			FROM analysis_rows(counted, first_day, last_day, NULL) r LEFT JOIN analysis_farm f ON f.farm_path = r.farm_path
			WHERE r.day = ANY (days) AND (counted NOT IN ('alarm', 'cause') OR f.is_shared)
			GROUP BY GROUPING SETS ((r.day, r.key, f.care_path), (r.day, r.key))
			HAVING grouping(f.care_path) = 1 OR f.care_path IS NOT NULL
		) each GROUP BY office_path, is_whole, day, key HAVING sum(n) <> 0 OR sum(amount) <> 0));
END $$;

-- Brings the counts to how a customer stands now: what of it was counted is taken out, and put in where it belongs.
CREATE OR REPLACE FUNCTION settle_analysis_farm(farm text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	old analysis_farm;
	care text;
	until timestamptz;
	shares boolean;
	counted text;
BEGIN
	SELECT * INTO old FROM analysis_farm f WHERE f.farm_path = farm FOR UPDATE;
	SELECT o.care_path, o.farm_access_until, coalesce(o.farm_access_until > now(), false) INTO care, until, shares
		FROM office o WHERE o.path = farm;
	FOREACH counted IN ARRAY analysis_kinds() LOOP
		CONTINUE WHEN care IS NOT DISTINCT FROM old.care_path
			AND (counted NOT IN ('alarm', 'cause') OR shares = old.is_shared);
		PERFORM add_to_analysis(counted, ARRAY(
			SELECT ROW(t.path, t.whole, r.day, r.key, sum(t.sign * r.n), sum(t.sign * r.amount))::analysis_day
			FROM analysis_rows(counted, NULL, NULL, farm) r, LATERAL (VALUES
				('1.', true, -1, counted NOT IN ('alarm', 'cause') OR old.is_shared),
				('1.', true, 1, counted NOT IN ('alarm', 'cause') OR shares),
				(old.care_path, false, -1, counted NOT IN ('alarm', 'cause') OR old.is_shared),
				(care, false, 1, counted NOT IN ('alarm', 'cause') OR shares)) t (path, whole, sign, holds)
			WHERE t.holds AND t.path IS NOT NULL
			GROUP BY t.path, t.whole, r.day, r.key HAVING sum(t.sign) <> 0));
	END LOOP;
	UPDATE analysis_farm f SET care_path = care, shared_until = until, is_shared = shares, is_stale = false WHERE f.farm_path = farm;
END $$;

-- Notes every day there is something to count of; they are counted again from their rows.
CREATE OR REPLACE FUNCTION rebuild_analysis() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	zone text;
	counted text;
BEGIN
	PERFORM system_scope();
	SELECT time_zone INTO zone FROM office WHERE parent_id IS NULL;
	FOREACH counted IN ARRAY analysis_kinds() LOOP
		INSERT INTO analysis_touched (what, at) SELECT counted, (d.day + time '12:00') AT TIME ZONE zone FROM (
			SELECT r.day FROM analysis_rows(counted, NULL, NULL, NULL) r WHERE counted <> 'device'
			UNION SELECT d::date FROM generate_series((now() AT TIME ZONE zone)::date - 179, (now() AT TIME ZONE zone)::date - 1, interval '1 day') d
				WHERE counted = 'device'
			UNION SELECT c.day FROM analysis_days(counted, '-infinity', 'infinity') c) d;
	END LOOP;
END $$;

-- Does a part of what is to be done: customers that stand otherwise than they are counted, days that are over, days that were
-- touched. Returns how many there were: 0 when all is done. A day whose rows are no longer all kept stays as it was counted.
CREATE OR REPLACE FUNCTION count_analysis(most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	zone text;
	today date;
	closed date;
	farms text[];
	farm text;
	counted text;
	newest date;
	days date[];
	kept date;
BEGIN
	PERFORM system_scope();
	PERFORM pg_advisory_xact_lock(hashtextextended('analysis', 0));
	SELECT time_zone, (now() AT TIME ZONE time_zone)::date INTO zone, today FROM office WHERE parent_id IS NULL;
	IF zone IS NULL THEN RETURN 0; END IF;
	IF zone IS DISTINCT FROM (SELECT value FROM installation i WHERE i.key = 'analysis_zone') THEN
		PERFORM rebuild_analysis();
		INSERT INTO installation VALUES ('analysis_zone', zone), ('analysis_closed', (today - 1)::text)
			ON CONFLICT (key) DO UPDATE SET value = excluded.value;
		RETURN 1;
	END IF;

	farms := ARRAY(SELECT f.farm_path FROM analysis_farm f WHERE f.is_stale LIMIT most)
		|| ARRAY(SELECT f.farm_path FROM analysis_farm f WHERE f.is_shared AND f.shared_until <= now() AND NOT f.is_stale LIMIT most);
	FOREACH farm IN ARRAY farms LOOP PERFORM settle_analysis_farm(farm); END LOOP;
	IF cardinality(farms) > 0 THEN RETURN cardinality(farms); END IF;

	SELECT value::date INTO closed FROM installation i WHERE i.key = 'analysis_closed';
	IF closed < today - 1 THEN
		INSERT INTO analysis_touched (what, at) SELECT 'device', (d + time '12:00') AT TIME ZONE zone
			FROM generate_series((closed + 1)::timestamp, (today - 1)::timestamp, '1 day') d;
		UPDATE installation i SET value = (today - 1)::text WHERE i.key = 'analysis_closed';
	END IF;

	SELECT t.what, max((t.at AT TIME ZONE zone)::date) INTO counted, newest FROM analysis_touched t
		GROUP BY t.what ORDER BY array_position(analysis_kinds(), t.what) LIMIT 1;
	IF counted IS NULL THEN RETURN 0; END IF;
	WITH taken AS (
		DELETE FROM analysis_touched t WHERE t.what = counted AND t.at >= ((newest - most)::timestamp AT TIME ZONE zone) RETURNING t.at
	) SELECT array_agg(DISTINCT (taken.at AT TIME ZONE zone)::date) INTO days FROM taken;
	kept := CASE counted WHEN 'device' THEN today - 179
		WHEN 'screen' THEN (SELECT (min(v.started_at) AT TIME ZONE zone)::date + 1 FROM screen_visit v) ELSE '-infinity' END;
	days := ARRAY(SELECT d FROM unnest(days) d WHERE d >= kept OR d NOT IN (SELECT c.day
		FROM analysis_days(counted, date_trunc('month', newest - most)::date, newest) c));
	PERFORM recount_analysis(counted, days);
	RETURN 1;
END $$;
