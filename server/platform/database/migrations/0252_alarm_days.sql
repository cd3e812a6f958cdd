-- Alarms counted by office, day of its calendar and rule: the figures of the alarm system are read from these rows. A change of
-- an alarm notes its day, and the days noted are counted again every few minutes and before somebody reads.
CREATE TABLE "alarm_day" (
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"day" date NOT NULL,
	"code" text NOT NULL,
	"rule_id" text DEFAULT '' NOT NULL,
	"alarms" integer NOT NULL,
	"late" integer NOT NULL,
	"warnings" integer NOT NULL,
	"criticals" integer NOT NULL,
	"emergencies" integer NOT NULL,
	"night" integer NOT NULL,
	"chattering" integer NOT NULL,
	"standing" integer NOT NULL,
	"judged" integer NOT NULL,
	"noise" integer NOT NULL,
	"tens" smallint[] DEFAULT '{}' NOT NULL,
	"seen_s" integer[] DEFAULT '{}' NOT NULL,
	"site_s" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "alarm_day_pkey" PRIMARY KEY("office_path","day","code","rule_id")
);
-- Whose alarms of what time changed; noted as often as they change, so that nobody waits for anybody.
CREATE TABLE "alarm_day_touched" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"office_path" text COLLATE "C" NOT NULL,
	"at" timestamp with time zone NOT NULL
);
ALTER TABLE "alarm_day" ADD CONSTRAINT "alarm_day_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE cascade ON UPDATE cascade;
ALTER TABLE "alarm_day" ADD CONSTRAINT "alarm_day_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE cascade ON UPDATE cascade;
ALTER TABLE "alarm_day_touched" ADD CONSTRAINT "alarm_day_touched_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE cascade ON UPDATE cascade;
CREATE INDEX "alarm_day_day" ON "alarm_day" USING btree ("day");
CREATE INDEX "alarm_day_farm" ON "alarm_day" USING btree ("farm_path");
CREATE INDEX "alarm_day_touched_office" ON "alarm_day_touched" USING btree ("office_path");
CREATE INDEX "alarm_of_day" ON "alarm" USING btree ("office_path","raised_at");
CREATE INDEX "alarm_explained" ON "alarm" USING btree ("cleared_at") WHERE handling = 'cause_found' and condition = 'cleared';

-- Counts the days of up to `most` noted changes again. Returns how many days that were: 0 when there is nothing to count, or
-- another process is counting. A day is the office's; night is from 22 to 6 by its clocks.
CREATE FUNCTION count_alarm_days(most integer) RETURNS integer
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
			count(*) FILTER (WHERE a.level IN ('critical', 'emergency') AND (l.clock >= time '22:00' OR l.clock < time '06:00')),
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
				FROM alarm_step e WHERE e.alarm_id = a.id AND e.step IN ('seen', 'going', 'on_site')) s
		GROUP BY a.office_path, n.day, a.code, 5;
	END IF;
	PERFORM set_config('app.lo', coalesce(lo, ''), true), set_config('app.hi', coalesce(hi, ''), true),
		set_config('app.farm', coalesce(was, ''), true);
	RETURN coalesce(cardinality(offices), 0);
END $$;
GRANT EXECUTE ON FUNCTION count_alarm_days TO smart_farm_app, smart_farm_ingest;

-- Notes the hours whose alarms came, or changed in what is counted.
CREATE FUNCTION touch_alarm_days() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO alarm_day_touched (office_path, at)
			SELECT DISTINCT c.office_path, date_trunc('hour', c.raised_at) FROM changed c;
	ELSE
		INSERT INTO alarm_day_touched (office_path, at)
			SELECT DISTINCT c.office_path, date_trunc('hour', c.raised_at) FROM changed c JOIN before b ON b.id = c.id
			WHERE (c.condition, c.handling, c.cause, c.repeats, c.flipping, c.level, c.cleared_at)
				IS DISTINCT FROM (b.condition, b.handling, b.cause, b.repeats, b.flipping, b.level, b.cleared_at);
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER alarm_days_added AFTER INSERT ON "alarm" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION touch_alarm_days();
CREATE TRIGGER alarm_days_changed AFTER UPDATE ON "alarm" REFERENCING OLD TABLE AS before NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION touch_alarm_days();

INSERT INTO alarm_day_touched (office_path, at)
	SELECT DISTINCT a.office_path, date_trunc('hour', a.raised_at) FROM alarm a;
