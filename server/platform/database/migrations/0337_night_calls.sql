-- Night calls are what woke somebody: phone calls that rang, and pushes about grave alarms, from 22 to 6 by the office's clocks.
CREATE OR REPLACE FUNCTION count_alarm_days(most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET plan_cache_mode = force_custom_plan SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	lo text := current_setting('app.lo', true);
	hi text := current_setting('app.hi', true);
	was text := current_setting('app.farm', true);
	offices text[];
	days date[];
	begins timestamptz[];
	ends timestamptz[];
BEGIN
	IF NOT pg_try_advisory_xact_lock(hashtextextended('alarm days', 0)) THEN RETURN 0; END IF;
	PERFORM system_scope();
	WITH taken AS (
		DELETE FROM alarm_day_touched t WHERE t.id IN (SELECT n.id FROM alarm_day_touched n ORDER BY n.id LIMIT most)
		RETURNING t.office_path, t.at
	), noted AS (
		SELECT DISTINCT t.office_path, o.time_zone, (t.at AT TIME ZONE o.time_zone)::date AS day
		FROM taken t JOIN office o ON o.path = t.office_path
	-- Bounds of their own: row security lets no index be used with what is computed from rows.
	) SELECT array_agg(n.office_path), array_agg(n.day), array_agg(n.day::timestamp AT TIME ZONE n.time_zone),
		array_agg((n.day + 1)::timestamp AT TIME ZONE n.time_zone) INTO offices, days, begins, ends FROM noted n;
	IF offices IS NOT NULL THEN
		DELETE FROM alarm_day d USING unnest(offices, days) n (office_path, day)
			WHERE d.office_path = n.office_path AND d.day = n.day;
		INSERT INTO alarm_day (office_path, farm_path, day, code, rule_id, alarms, late, warnings, criticals, emergencies, night,
			chattering, standing, judged, noise, tens, seen_s, site_s)
		SELECT a.office_path, min(a.farm_path), n.day, a.code,
			CASE WHEN starts_with(a.rule, 'farm rule ') THEN substr(a.rule, 11) ELSE '' END,
			count(*), count(*) FILTER (WHERE NOT a.live), count(*) FILTER (WHERE a.level = 'warning'),
			count(*) FILTER (WHERE a.level = 'critical'), count(*) FILTER (WHERE a.level = 'emergency'),
			sum(w.calls),
			count(*) FILTER (WHERE a.flipping OR a.repeats >= 3),
			count(*) FILTER (WHERE a.cleared_at - a.raised_at > interval '1 day'),
			count(*) FILTER (WHERE a.cause IS NOT NULL AND a.cause NOT IN ('test', 'works')),
			count(*) FILTER (WHERE a.cause IN ('false_alarm', 'limit', 'accepted')),
			array_agg((extract(hour FROM l.clock) * 6 + floor(extract(minute FROM l.clock) / 10))::smallint),
			coalesce(array_agg(least(extract(epoch FROM s.seen - a.raised_at), 2e9)::integer) FILTER (WHERE s.seen >= a.raised_at
				AND a.live AND a.level IN ('critical', 'emergency')), '{}'),
			coalesce(array_agg(least(extract(epoch FROM s.site - a.raised_at), 2e9)::integer) FILTER (WHERE s.site >= a.raised_at
				AND a.live AND a.level IN ('critical', 'emergency')), '{}')
		FROM unnest(offices, days, begins, ends) n (office_path, day, begin_at, end_at)
			JOIN office o ON o.path = n.office_path
			JOIN alarm a ON a.office_path = n.office_path AND a.raised_at >= n.begin_at AND a.raised_at < n.end_at
				AND a.level <> 'info',
			LATERAL (SELECT (a.raised_at AT TIME ZONE o.time_zone)::time AS clock) l,
			LATERAL (SELECT min(e.at) AS seen, min(e.at) FILTER (WHERE e.step = 'on_site') AS site
				FROM alarm_step e WHERE e.alarm_id = a.id AND e.step IN ('seen', 'going', 'on_site')) s,
			LATERAL (SELECT count(*) AS calls FROM alarm_event e,
				LATERAL (SELECT
					e.call_result IN ('taken', 'answered', 'noAnswer') AS rang,
					e.push_result IN ('taken', 'reached') AND a.level IN ('critical', 'emergency') AS pushed) r,
				LATERAL (SELECT (CASE WHEN r.rang THEN e.called_at ELSE e.pushed_at END AT TIME ZONE o.time_zone)::time AS clock) n
				WHERE e.alarm_id = a.id AND e.kind = 'told' AND (r.rang OR r.pushed)
					AND (n.clock >= time '22:00' OR n.clock < time '06:00')
					-- One call or push may tell of several alarms: it woke somebody once.
					AND NOT EXISTS (SELECT FROM alarm_event f WHERE r.rang AND f.call_id = e.call_id AND f.id < e.id)
					AND NOT EXISTS (SELECT FROM alarm_event f WHERE NOT coalesce(r.rang, false) AND f.push_id = e.push_id AND f.id < e.id)
			) w
		GROUP BY a.office_path, n.day, a.code, 5;
	END IF;
	PERFORM set_config('app.lo', coalesce(lo, ''), true), set_config('app.hi', coalesce(hi, ''), true),
		set_config('app.farm', coalesce(was, ''), true);
	RETURN coalesce(cardinality(offices), 0);
END $$;

-- Notes the hour of an alarm of which somebody was told, or where it became known what the call or push came to.
CREATE FUNCTION touch_alarm_day_of_call() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	INSERT INTO alarm_day_touched (office_path, at)
		SELECT a.office_path, date_trunc('hour', a.raised_at) FROM alarm a WHERE a.id = NEW.alarm_id;
	RETURN NULL;
END $$;
CREATE TRIGGER alarm_day_called AFTER INSERT ON "alarm_event" FOR EACH ROW
	WHEN (NEW.call_result IS NOT NULL OR NEW.push_result IS NOT NULL) EXECUTE FUNCTION touch_alarm_day_of_call();
CREATE TRIGGER alarm_day_call_changed AFTER UPDATE ON "alarm_event" FOR EACH ROW
	WHEN ((NEW.call_result, NEW.push_result) IS DISTINCT FROM (OLD.call_result, OLD.push_result))
	EXECUTE FUNCTION touch_alarm_day_of_call();

INSERT INTO alarm_day_touched (office_path, at)
	SELECT DISTINCT a.office_path, date_trunc('hour', a.raised_at) FROM alarm a;
