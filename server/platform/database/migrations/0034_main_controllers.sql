-- A house with several controllers: key figures are those of its main one. An interval says whether its device was that,
-- so that the past of the house stays what it was when another is chosen. A choice ends the intervals of both and begins new ones.
ALTER TABLE "house_device" ADD COLUMN "main" boolean DEFAULT false NOT NULL;

-- Of those that serve a house now the first controller; of the past who served when no other did.
DO $$
DECLARE
  served record;
BEGIN
  PERFORM system_scope();
  FOR served IN
    SELECT s.id, s.house_id, s."from", s."to" FROM house_device s JOIN device d ON d.id = s.device_id
    WHERE d.type = 'controller' ORDER BY s."to" IS NOT NULL, s."from", d.id
  LOOP
    UPDATE house_device SET main = true WHERE id = served.id AND NOT EXISTS (
      SELECT FROM house_device o WHERE o.house_id = served.house_id AND o.main
        AND tstzrange(o."from", o."to") && tstzrange(served."from", served."to"));
  END LOOP;
END $$;

ALTER TABLE house_device ADD CONSTRAINT house_device_main
  EXCLUDE USING gist (house_id WITH =, tstzrange("from", "to") WITH &&) WHERE (main);

-- The first controller of a house is its main one, whoever binds it.
CREATE FUNCTION house_device_first() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.main := NEW.main OR (
    EXISTS (SELECT FROM device WHERE id = NEW.device_id AND type = 'controller')
    AND NOT EXISTS (SELECT FROM house_device o WHERE o.house_id = NEW.house_id AND o.main
      AND tstzrange(o."from", o."to") && tstzrange(NEW."from", NEW."to")));
  RETURN NEW;
END $$;
CREATE TRIGGER house_device_first BEFORE INSERT ON house_device
FOR EACH ROW EXECUTE FUNCTION house_device_first();

-- Where a viewer may look: the times in which a device served a house that is, with its binding, in the scope of the
-- statement, and whose customer shares with it (the farm policy of the other tables). Of a house alone those of its main
-- controller; of a device in a house its own, and those of the devices whose place it took there.
CREATE OR REPLACE FUNCTION chart_spans(asked_house text, asked_device text, from_at timestamptz, to_at timestamptz)
RETURNS TABLE (house text, device integer, starts timestamptz, ends timestamptz, bound_to timestamptz, zone text)
LANGUAGE sql STABLE ROWS 2 SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH RECURSIVE place(id) AS (
    SELECT asked_device
    UNION
    SELECT d.replaces_id FROM place p JOIN public.device d ON d.id = p.id
    WHERE asked_house IS NOT NULL AND d.replaces_id IS NOT NULL
  ), served AS (
    -- An interval that only another choice of the main controller ended goes on.
    SELECT h.id AS house, s.device_id, coalesce(h.time_zone, o.time_zone) AS zone,
      unnest(range_agg(tstzrange(s."from", s."to"))) AS span
    FROM public.house_device s
    JOIN public.house h ON h.id = s.house_id
    JOIN public.office o ON o.id = h.office_id
    WHERE (asked_house IS NULL OR s.house_id = asked_house)
      AND CASE WHEN asked_device IS NULL THEN s.main ELSE s.device_id IN (SELECT id FROM place) END
      AND (asked_house IS NOT NULL OR asked_device IS NOT NULL)
      AND h.office_path >= current_setting('app.lo', true) AND h.office_path < current_setting('app.hi', true)
      AND s.office_path >= current_setting('app.lo', true) AND s.office_path < current_setting('app.hi', true)
      AND (o.farm_path = current_setting('app.farm', true) OR current_setting('app.farm', true) = '*'
        OR o.farm_path IN (SELECT path FROM public.office WHERE farm_access_until > now()))
    GROUP BY h.id, s.device_id, coalesce(h.time_zone, o.time_zone)
  )
  SELECT house, device_serial(device_id), greatest(lower(span), from_at), least(coalesce(upper(span), 'infinity'), to_at),
    coalesce(upper(span), 'infinity'), zone
  FROM served
  WHERE lower(span) < to_at AND (upper(span) IS NULL OR upper(span) > from_at)
$$;

-- As before, but for days: they are those of the times that count.
CREATE OR REPLACE FUNCTION house_chart(asked_house text, asked_device text, metrics text[], from_at timestamptz, to_at timestamptz,
  source text, step_ms bigint, points integer) RETURNS json
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  step interval := make_interval(secs => step_ms / 1000.0);
  slots text := '';
  cells text := '';
  folded text := '';
  listed text := '';
  wide boolean;
  reports bigint;
  rollup text;
  rows_of text;
  result json;
BEGIN
  IF NOT chart_allowed(asked_house, asked_device) THEN RETURN NULL; END IF;
  IF source = 'raw' THEN
    SELECT count(*) INTO reports FROM (
      SELECT FROM chart_spans(asked_house, asked_device, from_at, to_at) s
      JOIN report r ON r.device = s.device AND r.at >= s.starts AND r.at < s.ends AND r.at >= from_at AND r.at < to_at
      LIMIT points + 1) AS found;
    IF reports <= points THEN step_ms := 0; END IF;
  END IF;

  FOR i IN 1 .. cardinality(metrics) LOOP
    SELECT coalesce(bool_or(metrics[i] = ANY (exact_metrics)), false) INTO wide FROM report_layout;
    slots := slots || format(', array_position(real_metrics, $3[%s]) AS r%s, array_position(exact_metrics, $3[%s]) AS x%s', i, i, i, i);
    -- Without an exact slot the value stays a real, whose text is the number the device sent.
    cells := cells || CASE
      WHEN source = 'raw' AND wide THEN format(
        ', coalesce(q."values"[l.r%1$s]::float8, q.exact[l.x%1$s]) AS l%1$s, coalesce(q."values"[l.r%1$s]::float8, q.exact[l.x%1$s]) AS m%1$s, coalesce(q."values"[l.r%1$s]::float8, q.exact[l.x%1$s]) AS h%1$s', i)
      WHEN source = 'raw' THEN format(
        ', q."values"[l.r%1$s] AS l%1$s, q."values"[l.r%1$s] AS m%1$s, q."values"[l.r%1$s] AS h%1$s', i)
      WHEN wide THEN format(
        ', coalesce(q.low[l.r%1$s]::float8, q.exact_low[l.x%1$s]) AS l%1$s, coalesce(q.mean[l.r%1$s]::float8, q.exact_mean[l.x%1$s]) AS m%1$s, coalesce(q.high[l.r%1$s]::float8, q.exact_high[l.x%1$s]) AS h%1$s', i)
      ELSE format(', q.low[l.r%1$s] AS l%1$s, q.mean[l.r%1$s] AS m%1$s, q.high[l.r%1$s] AS h%1$s', i) END;
    -- A row of a rollup counts as often as it has reports.
    folded := folded || format(CASE source WHEN 'raw' THEN ', min(l%1$s) AS l%1$s, avg(m%1$s)%2$s AS m%1$s, max(h%1$s) AS h%1$s'
      ELSE ', min(l%1$s) AS l%1$s, (sum(m%1$s * w) / sum(w) FILTER (WHERE m%1$s IS NOT NULL))%2$s AS m%1$s, max(h%1$s) AS h%1$s' END,
      i, CASE WHEN wide THEN '' ELSE '::real' END);
    listed := listed || CASE WHEN i > 1 THEN ', ' ELSE '' END
      || format('json_build_array(json_agg(l%1$s ORDER BY b), json_agg(m%1$s ORDER BY b), json_agg(h%1$s ORDER BY b))', i);
  END LOOP;

  slots := 'l AS MATERIALIZED (SELECT id' || slots || ' FROM report_layout
    WHERE real_metrics && $3 OR exact_metrics && $3)';
  rows_of := CASE source
    WHEN 'raw' THEN '
      SELECT ' || CASE WHEN step_ms = 0 THEN 'q.at' ELSE 'date_bin($6, q.at, ''epoch'')' END || ' AS b' || cells || '
      FROM s JOIN report q ON q.device = s.device AND q.at >= s.starts AND q.at < s.ends AND q.at >= $4 AND q.at < $5
      JOIN l ON l.id = q.layout'
    WHEN '15m' THEN '
      SELECT date_bin($6, q.bucket, ''epoch'') AS b, q.n AS w' || cells || '
      FROM s JOIN report_15m q ON q.device = s.device AND q.bucket >= s.starts
        AND q.bucket < $5 AND q.bucket >= $4 AND q.bucket + interval ''15 minutes'' <= s.bound_to
      JOIN l ON l.id = q.layout
      WHERE NOT EXISTS (SELECT FROM behind d WHERE d.device = q.device AND d.bucket = q.bucket)
      UNION ALL
      SELECT date_bin($6, d.bucket, ''epoch'') AS b, 1 AS w'
        || replace(replace(replace(replace(replace(replace(cells, 'q.low', 'q."values"'), 'q.mean', 'q."values"'),
          'q.high', 'q."values"'), 'q.exact_low', 'q.exact'), 'q.exact_mean', 'q.exact'), 'q.exact_high', 'q.exact') || '
      FROM behind d JOIN s ON s.device = d.device
      JOIN report q ON q.device = d.device AND q.at >= d.bucket AND q.at < d.bucket + interval ''15 minutes''
        AND q.at >= s.starts AND q.at < s.ends AND q.at >= $4 AND q.at < $5
      JOIN l ON l.id = q.layout'
    ELSE '
      SELECT (day_zero + (q.day - day_zero) / $7 * $7)::timestamp AT TIME ZONE z.zone AS b, q.n AS w' || cells || '
      FROM z, (
        SELECT house, device, zone, range_agg(daterange((starts AT TIME ZONE zone)::date,
          greatest(starts AT TIME ZONE zone, (ends - interval ''1 ms'') AT TIME ZONE zone)::date, ''[]'')) AS days
        FROM s GROUP BY house, device, zone) s
      JOIN report_day q ON q.house = s.house AND q.device = s.device AND q.day <@ s.days
        AND q.day >= ($4 AT TIME ZONE s.zone)::date AND q.day <= (($5 - interval ''1 ms'') AT TIME ZONE s.zone)::date
      JOIN l ON l.id = q.layout' END;
  -- Buckets whose rollup is behind are read from the reports themselves.
  rollup := CASE WHEN source = '15m' THEN ', behind AS MATERIALIZED (
    SELECT d.device, d.bucket FROM rollup_dirty d
    WHERE d.device IN (SELECT device FROM s) AND d.bucket >= $4 - interval ''15 minutes'' AND d.bucket < $5
    ORDER BY d.bucket DESC LIMIT 200)'
    -- Days are listed here, since their length follows the zone.
    WHEN source = 'day' THEN ', z AS MATERIALIZED (SELECT zone, date ''2000-01-03'' AS day_zero FROM s LIMIT 1),
    listed AS (SELECT (day_zero + g * $7)::timestamp AT TIME ZONE zone AS b FROM z, generate_series(
      (($4 AT TIME ZONE zone)::date - day_zero) / $7,
      ((($5 - interval ''1 ms'') AT TIME ZONE zone)::date - day_zero) / $7) g)' ELSE '' END;
  EXECUTE 'WITH s AS MATERIALIZED (SELECT * FROM chart_spans($1, $2, $4, $5)), ' || slots || rollup
    || ', folded AS (SELECT b' || folded || ' FROM (' || rows_of || ') found GROUP BY b)
    SELECT json_build_object(''step'', $8, ''at'', json_agg((extract(epoch FROM b) * 1000)::bigint ORDER BY b),
      ''series'', json_build_array(' || listed || ')) FROM '
    || CASE WHEN source = 'day' THEN 'listed LEFT JOIN folded USING (b)' ELSE 'folded' END
  INTO result
  USING asked_house, asked_device, metrics, from_at, to_at, step, greatest(1, step_ms / 86400000)::integer, step_ms;
  RETURN result;
END $$;

-- Names of the metrics that reports of a house have room for, of one device there or of its main controller; NULL when the
-- viewer may not see its readings. Days tell of the past, what they do not hold yet is looked up in what they are made of.
DROP FUNCTION house_metrics(text);
CREATE FUNCTION house_metrics(asked_house text, asked_device text) RETURNS text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT chart_allowed(asked_house, NULL) THEN RETURN NULL; END IF;
  RETURN ARRAY(
    WITH used AS (
      SELECT q.layout FROM report_day q WHERE q.house = asked_house
        AND q.device IN (SELECT device FROM chart_spans(asked_house, asked_device, '-infinity', 'infinity'))
      UNION
      SELECT q.layout FROM chart_spans(asked_house, asked_device, now() - interval '2 days', now() + interval '1 day') s
      JOIN report_15m q ON q.device = s.device AND q.bucket >= s.starts AND q.bucket < s.ends
      UNION
      SELECT r.layout FROM chart_spans(asked_house, asked_device, now() - interval '1 hour', now() + interval '1 day') s
      JOIN report r ON r.device = s.device AND r.at >= s.starts AND r.at < s.ends
    )
    SELECT DISTINCT name FROM used JOIN report_layout l ON l.id = used.layout
    CROSS JOIN unnest(l.real_metrics || l.exact_metrics) name ORDER BY name);
END $$;
GRANT EXECUTE ON FUNCTION house_metrics TO smart_farm_app;
