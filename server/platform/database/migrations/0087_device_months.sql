-- For how many seconds of each day a device was there, and should have been: what the charted rate is made of, so that it leads to
-- its devices. A row is a month of the provider's calendar; its arrays have a number for each day, 0 where nothing is known.
CREATE TABLE "device_month" (
	"office_path" text COLLATE "C" NOT NULL,
	"month" date NOT NULL,
	"device_serial" integer NOT NULL,
	"known" integer[] NOT NULL,
	"online" integer[] NOT NULL,
	"known_in_all" integer NOT NULL,
	"online_in_all" integer NOT NULL,
	CONSTRAINT "device_month_pkey" PRIMARY KEY("month","device_serial","office_path")
);
ALTER TABLE "device_month" ADD CONSTRAINT "device_month_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE cascade ON UPDATE cascade;
ALTER TABLE "device_month" ADD CONSTRAINT "device_month_device_serial_device_serial_fk" FOREIGN KEY ("device_serial") REFERENCES "public"."device"("serial") ON DELETE cascade;
CREATE INDEX "device_month_scope" ON "device_month" USING btree ("office_path");
CREATE INDEX "device_month_device" ON "device_month" USING btree ("device_serial");

-- Seconds that devices were there, and that they should have been, of days that are over: what was told of a device last holds
-- until the next is told. Of one nothing was told of before, its status does, if it is older.
CREATE FUNCTION seconds_of_devices(first_day date, last_day date)
RETURNS TABLE (office_path text, day date, device_serial integer, known integer, online integer)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_custom_plan SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	zone text := (SELECT time_zone FROM office WHERE parent_id IS NULL);
	yesterday date := (now() AT TIME ZONE zone)::date - 1;
BEGIN
	RETURN QUERY
	WITH each AS (
		SELECT d.id, d.serial, d.office_path, d.status, d.status_since, s.day::date AS day,
			s.day AT TIME ZONE zone AS begins, (s.day + interval '1 day') AT TIME ZONE zone AS ends
		FROM device d,
			generate_series(greatest(first_day, (d.created_at AT TIME ZONE zone)::date)::timestamp,
				least(last_day, yesterday)::timestamp, '1 day') s (day)
		WHERE d.deleted_at IS NULL OR d.deleted_at >= first_day::timestamp AT TIME ZONE zone
	), told AS (
		SELECT e.id, e.day, e.begins AS at, 0::bigint AS number, coalesce(connection_state(b.event),
			CASE WHEN e.status_since <= e.begins THEN CASE e.status WHEN 'ONLINE' THEN 'on' WHEN 'OFFLINE' THEN 'off' ELSE 'out' END END
			) AS state
		FROM each e LEFT JOIN LATERAL (
			SELECT c.event FROM device_connection c
			WHERE c.device_id = e.id AND c.at < e.begins AND connection_state(c.event) IS NOT NULL ORDER BY c.at DESC, c.id DESC LIMIT 1
		) b ON true
		UNION ALL
		SELECT e.id, e.day, c.at, c.id, connection_state(c.event) FROM each e JOIN device_connection c
			ON c.device_id = e.id AND c.at >= e.begins AND c.at < e.ends AND connection_state(c.event) IS NOT NULL
	), span AS (
		SELECT t.id, t.day, t.state, t.at, lead(t.at) OVER (PARTITION BY t.id, t.day ORDER BY t.at, t.number) AS next FROM told t
	)
	SELECT e.office_path, e.day, e.serial, round(sum(extract(epoch FROM coalesce(s.next, e.ends) - s.at)))::integer,
		round(coalesce(sum(extract(epoch FROM coalesce(s.next, e.ends) - s.at)) FILTER (WHERE s.state = 'on'), 0))::integer
	FROM span s JOIN each e ON e.id = s.id AND e.day = s.day WHERE s.state IN ('on', 'off')
	GROUP BY 1, 2, 3;
END $$;

-- Writes some days of all devices anew; the other days of their months stay.
CREATE FUNCTION keep_device_days(days date[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
	WITH gone AS (
		DELETE FROM device_month WHERE month IN (SELECT date_trunc('month', d)::date FROM unnest(days) d) RETURNING *
	), each AS (
		SELECT g.office_path, g.device_serial, g.month + i - 1 AS day, g.known[i] AS known, g.online[i] AS online
		FROM gone g, generate_subscripts(g.known, 1) i WHERE g.month + i - 1 <> ALL (days)
		UNION ALL
		SELECT s.office_path, s.device_serial, s.day, s.known, s.online
		FROM seconds_of_devices((SELECT min(d) FROM unnest(days) d), (SELECT max(d) FROM unnest(days) d)) s
		WHERE s.day = ANY (days)
	), grid AS (
		SELECT m.office_path, m.device_serial, m.month, d.day::date AS day
		FROM (SELECT DISTINCT e.office_path, e.device_serial, date_trunc('month', e.day)::date AS month FROM each e WHERE e.known > 0) m,
			generate_series(m.month::timestamp, m.month + interval '1 month' - interval '1 day', '1 day') d (day)
	)
	INSERT INTO device_month (office_path, month, device_serial, known, online, known_in_all, online_in_all)
	SELECT g.office_path, g.month, g.device_serial, array_agg(coalesce(e.known, 0) ORDER BY g.day),
		array_agg(coalesce(e.online, 0) ORDER BY g.day), coalesce(sum(e.known), 0), coalesce(sum(e.online), 0)
	FROM grid g LEFT JOIN each e USING (office_path, device_serial, day) GROUP BY 1, 2, 3
$$;

-- Who is counted in what: the rows of some days, or, without days, all of one customer. `farm_path` is null for what is no
-- customer's. Called in the scope of the system.
CREATE OR REPLACE FUNCTION analysis_rows(counted text, first_day date, last_day date, farm text)
RETURNS TABLE (farm_path text, day date, key text, n bigint, amount numeric)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_custom_plan SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	zone text := (SELECT time_zone FROM office WHERE parent_id IS NULL);
	from_at timestamptz := coalesce(first_day::timestamp AT TIME ZONE zone, '-infinity');
	end_at timestamptz := coalesce((last_day + 1)::timestamp AT TIME ZONE zone, 'infinity');
	-- Of one customer by its office; of days everybody.
	lo text := coalesce(farm, '');
	hi text := coalesce(left(farm, -1) || '/', ':');
BEGIN
	CASE counted
	WHEN 'customer' THEN RETURN QUERY
		SELECT c.office_path, (t.at AT TIME ZONE zone)::date, t.key, 1::bigint, 0::numeric FROM customer c,
			LATERAL (VALUES ('new', c.created_at), ('lost', least(c.disabled_at, c.deleted_at))) t (key, at)
			WHERE c.approval = 'passed' AND c.office_path >= lo AND c.office_path < hi AND t.at >= from_at AND t.at < end_at
		UNION ALL
		SELECT h.office_path, (h.at AT TIME ZONE zone)::date, 'converted', 1::bigint, 0::numeric FROM customer_change h
			WHERE h.item = 'stage' AND h.after = '"formal"' AND h.before = '"trial"'
				AND h.office_path >= lo AND h.office_path < hi AND h.at >= from_at AND h.at < end_at;
	WHEN 'alarm', 'cause' THEN RETURN QUERY
		SELECT a.farm_path, (a.raised_at AT TIME ZONE zone)::date,
			CASE counted WHEN 'alarm' THEN a.code ELSE coalesce(a.cause, '') END, count(*), 0::numeric
		FROM alarm a WHERE a.office_path >= lo AND a.office_path < hi AND a.raised_at >= from_at AND a.raised_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'question', 'repair', 'inquiry' THEN RETURN QUERY
		WITH ticket AS (
			SELECT q.id, q.farm_path, q.office_path, q.made_at FROM question q WHERE counted = 'question'
			UNION ALL SELECT r.id, r.farm_path, r.office_path, r.made_at FROM repair r WHERE counted = 'repair'
			UNION ALL SELECT i.id, i.farm_path, i.office_path, i.made_at FROM inquiry i WHERE counted = 'inquiry'
		)
		SELECT t.farm_path, (t.made_at AT TIME ZONE zone)::date,
			CASE WHEN answer.at IS NULL THEN '' ELSE two_digits(worked_hours(t.made_at, answer.at, zone)) END, count(*), 0::numeric
		FROM ticket t LEFT JOIN LATERAL (
			SELECT min(e.at) AS at FROM record_entry e WHERE e.record_id = t.id AND e.actor_kind = 1 AND e.step <> 'create'
				AND e.module = CASE counted WHEN 'question' THEN 'questions' WHEN 'repair' THEN 'repairs' ELSE 'inquiries' END
		) answer ON true
		WHERE t.office_path >= lo AND t.office_path < hi AND t.made_at >= from_at AND t.made_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'order' THEN RETURN QUERY
		SELECT o.farm_path, (o.made_at AT TIME ZONE zone)::date,
			CASE WHEN o.withdrawn_at IS NULL THEN o.state ELSE 'withdrawn' END, count(*), 0::numeric
		FROM customer_order o WHERE o.office_path >= lo AND o.office_path < hi AND o.made_at >= from_at AND o.made_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'amount' THEN RETURN QUERY
		-- Of orders whose price is known.
		SELECT o.farm_path, (o.made_at AT TIME ZONE zone)::date, o.currency, count(o.sum), coalesce(sum(o.sum), 0)
		FROM customer_order o WHERE o.withdrawn_at IS NULL
			AND o.office_path >= lo AND o.office_path < hi AND o.made_at >= from_at AND o.made_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'good' THEN RETURN QUERY
		SELECT o.farm_path, (o.made_at AT TIME ZONE zone)::date, coalesce(l ->> 'goodId', ''), sum((l ->> 'quantity')::bigint)::bigint,
			0::numeric
		FROM customer_order o, jsonb_array_elements(o.lines) l WHERE o.withdrawn_at IS NULL
			AND o.office_path >= lo AND o.office_path < hi AND o.made_at >= from_at AND o.made_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'article' THEN RETURN QUERY
		SELECT o.farm_path, (r.hour AT TIME ZONE zone)::date, r.family, sum(r.reads)::bigint, 0::numeric
		FROM article_hour r JOIN office o ON o.path = r.office_path
		WHERE r.office_path >= lo AND r.office_path < hi AND r.hour >= from_at AND r.hour < end_at
		GROUP BY 1, 2, 3;
	WHEN 'screen' THEN RETURN QUERY
		SELECT o.farm_path, (v.started_at AT TIME ZONE zone)::date, a.kind || ' ' || v.screen, count(*), 0::numeric
		FROM screen_visit v JOIN account a ON a.id = v.account_id JOIN office o ON o.path = v.office_path
		WHERE v.office_path >= lo AND v.office_path < hi AND v.started_at >= from_at AND v.started_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'device' THEN RETURN QUERY
		SELECT o.farm_path, m.month + i - 1, k.key, sum(k.seconds)::bigint, 0::numeric
		FROM device_month m JOIN office o ON o.path = m.office_path, generate_subscripts(m.known, 1) i,
			LATERAL (VALUES ('known', m.known[i]), ('online', m.online[i])) k (key, seconds)
		WHERE m.office_path >= lo AND m.office_path < hi
			AND m.month >= date_trunc('month', coalesce(first_day, '-infinity')) AND m.month <= coalesce(last_day, 'infinity')
			AND m.month + i - 1 >= coalesce(first_day, '-infinity') AND m.month + i - 1 <= coalesce(last_day, 'infinity')
		GROUP BY 1, 2, 3;
	END CASE;
END $$;

-- Counts some days of one kind again.
CREATE OR REPLACE FUNCTION recount_analysis(counted text, days date[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	IF counted = 'device' THEN PERFORM keep_device_days(days); END IF;
	DELETE FROM analysis_count c WHERE c.what = counted AND c.day = ANY (days);
	INSERT INTO analysis_count (office_path, is_whole, what, day, key, n, amount)
	SELECT coalesce(f.care_path, '1.'), grouping(f.care_path) = 1, counted, r.day, r.key, sum(r.n), sum(r.amount)
	FROM analysis_rows(counted, (SELECT min(d) FROM unnest(days) d), (SELECT max(d) FROM unnest(days) d), NULL) r
		LEFT JOIN analysis_farm f ON f.farm_path = r.farm_path
	WHERE r.day = ANY (days) AND (counted NOT IN ('alarm', 'cause') OR f.is_shared)
	GROUP BY GROUPING SETS ((r.day, r.key, f.care_path), (r.day, r.key))
	HAVING (grouping(f.care_path) = 1 OR f.care_path IS NOT NULL) AND (sum(r.n) <> 0 OR sum(r.amount) <> 0);
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
			UNION SELECT c.day FROM analysis_count c WHERE c.what = counted) d;
	END LOOP;
END $$;

-- The days whose connections are kept, when the job runs next; of older ones only the sums are known.
INSERT INTO analysis_touched (what, at) SELECT 'device', d FROM generate_series(now() - interval '178 days', now() - interval '1 day', '1 day') d
	WHERE EXISTS (SELECT FROM device);
