-- Readings, their rollups, and the only ways to them. These tables stand outside row-level security: the
-- application's role has no grant on them and reads through house_chart, which checks house, device and consent.

-- The order of the arrays of a report; layouts are only ever added.
CREATE TABLE report_layout (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fingerprint text NOT NULL UNIQUE,
  real_metrics text[] NOT NULL,
  exact_metrics text[] NOT NULL
);

-- One row a report; NULL where it did not carry the metric. The order of the columns is the order in which
-- readings are encoded, and leaves no gap: 80 values take 384 bytes.
CREATE TABLE report (
  device integer NOT NULL,
  layout integer NOT NULL,
  at timestamptz NOT NULL,
  "values" real[] NOT NULL,
  exact double precision[],
  -- Each device adds at the end of its own part of the key: full pages.
  PRIMARY KEY (device, at) WITH (fillfactor = 100)
) PARTITION BY RANGE (at);

CREATE TABLE report_15m (
  device integer NOT NULL,
  bucket timestamptz NOT NULL,
  layout integer NOT NULL,
  n integer NOT NULL,
  low real[],
  high real[],
  mean real[],
  exact_low double precision[],
  exact_high double precision[],
  exact_mean double precision[],
  PRIMARY KEY (device, bucket, layout)
) PARTITION BY RANGE (bucket);

-- A farm day of a house, in the house's zone. Keyed by house, since a device may serve two houses in one day.
CREATE TABLE report_day (
  house text NOT NULL,
  device integer NOT NULL,
  day date NOT NULL,
  layout integer NOT NULL,
  zone text NOT NULL,
  n integer NOT NULL,
  low real[],
  high real[],
  mean real[],
  exact_low double precision[],
  exact_high double precision[],
  exact_mean double precision[],
  PRIMARY KEY (house, device, day, layout)
);

-- Buckets whose rollup is behind. Marked, and locked, in the transaction that stores the report.
CREATE TABLE rollup_dirty (
  device integer NOT NULL,
  bucket timestamptz NOT NULL,
  PRIMARY KEY (device, bucket)
);
CREATE TABLE rollup_dirty_day (
  house text NOT NULL,
  day date NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (house, day)
);

CREATE FUNCTION report_fingerprint(real_metrics text[], exact_metrics text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, public AS $$
  SELECT encode(sha256(convert_to(
    array_to_string(real_metrics, E'\n') || E'\n\n' || array_to_string(exact_metrics, E'\n'), 'UTF8')), 'hex')
$$;

CREATE FUNCTION report_layout_id(real_names text[], exact_names text[]) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  print text := report_fingerprint(real_names, exact_names);
  found integer;
BEGIN
  SELECT id INTO found FROM report_layout WHERE fingerprint = print;
  IF found IS NOT NULL THEN RETURN found; END IF;
  INSERT INTO report_layout (fingerprint, real_metrics, exact_metrics)
  VALUES (print, real_names, exact_names) ON CONFLICT (fingerprint) DO NOTHING RETURNING id INTO found;
  IF found IS NULL THEN SELECT id INTO found FROM report_layout WHERE fingerprint = print; END IF;
  RETURN found;
END $$;

-- Whether the second report carries a value that the stored one lacks. Another layout is looked at by report_merge.
CREATE FUNCTION report_adds(stored report, sent report) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public AS $$
  SELECT (stored).layout <> (sent).layout
    OR EXISTS (SELECT FROM unnest((stored)."values", (sent)."values") t(s, n) WHERE s IS NULL AND n IS NOT NULL)
    OR EXISTS (SELECT FROM unnest((stored).exact, (sent).exact) t(s, n) WHERE s IS NULL AND n IS NOT NULL)
$$;

-- The stored report with its NULLs filled from the second one; a stored value is never overwritten.
CREATE FUNCTION report_merge(stored report, sent report) RETURNS report
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  own report_layout;
  other report_layout;
  real_names text[];
  exact_names text[];
  merged report := stored;
BEGIN
  IF stored.layout = sent.layout THEN
    merged."values" := coalesce((SELECT array_agg(coalesce(s, n) ORDER BY i)
      FROM unnest(stored."values", sent."values") WITH ORDINALITY t(s, n, i)), stored."values");
    merged.exact := (SELECT array_agg(coalesce(s, n) ORDER BY i)
      FROM unnest(stored.exact, sent.exact) WITH ORDINALITY t(s, n, i));
    RETURN merged;
  END IF;
  SELECT * INTO STRICT own FROM report_layout WHERE id = stored.layout;
  SELECT * INTO STRICT other FROM report_layout WHERE id = sent.layout;
  real_names := own.real_metrics || ARRAY(SELECT name FROM unnest(other.real_metrics) WITH ORDINALITY t(name, i)
    WHERE name <> ALL (own.real_metrics) AND sent."values"[i] IS NOT NULL ORDER BY i);
  exact_names := own.exact_metrics || ARRAY(SELECT name FROM unnest(other.exact_metrics) WITH ORDINALITY t(name, i)
    WHERE name <> ALL (own.exact_metrics) AND sent.exact[i] IS NOT NULL ORDER BY i);
  merged.layout := CASE WHEN real_names = own.real_metrics AND exact_names = own.exact_metrics
    THEN own.id ELSE report_layout_id(real_names, exact_names) END;
  merged."values" := ARRAY(SELECT coalesce(stored."values"[i], sent."values"[array_position(other.real_metrics, name)])
    FROM unnest(real_names) WITH ORDINALITY t(name, i) ORDER BY i);
  merged.exact := ARRAY(SELECT coalesce(stored.exact[i], sent.exact[array_position(other.exact_metrics, name)])
    FROM unnest(exact_names) WITH ORDINALITY t(name, i) ORDER BY i);
  RETURN merged;
END $$;

-- Partitions are made by the device side as data comes, with the owner's rights. Names carry the UTC month or year.
-- They need a moment alone with the table: rather again than to keep everybody behind them waiting.
CREATE FUNCTION report_partition(at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC'
SET lock_timeout = '2s' AS $$
DECLARE
  month timestamptz := date_trunc('month', at);
  year timestamptz := date_trunc('year', at);
BEGIN
  IF to_regclass('public.report_' || to_char(month, 'YYYYMM')) IS NOT NULL
    AND to_regclass('public.report_15m_' || to_char(year, 'YYYY')) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('report_partition'));
  EXECUTE format('CREATE TABLE IF NOT EXISTS public.%I PARTITION OF public.report FOR VALUES FROM (%L) TO (%L)',
    'report_' || to_char(month, 'YYYYMM'), month, month + interval '1 month');
  EXECUTE format('CREATE TABLE IF NOT EXISTS public.%I PARTITION OF public.report_15m FOR VALUES FROM (%L) TO (%L)',
    'report_15m_' || to_char(year, 'YYYY'), year, year + interval '1 year');
END $$;

-- Drops the partitions that end before the limits; returns their names.
CREATE FUNCTION report_retention(raw_before timestamptz, quarters_before timestamptz) RETURNS text[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC'
SET lock_timeout = '2s' AS $$
DECLARE
  part name;
  dropped text[] := '{}';
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('report_partition'));
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent IN ('public.report'::regclass, 'public.report_15m'::regclass)
  LOOP
    CONTINUE WHEN part ~ '^report_\d{6}$'
      AND to_timestamp(substr(part, 8), 'YYYYMM') + interval '1 month' > raw_before;
    CONTINUE WHEN part ~ '^report_15m_\d{4}$'
      AND to_timestamp(substr(part, 12), 'YYYY') + interval '1 year' > quarters_before;
    EXECUTE format('DROP TABLE public.%I', part);
    dropped := dropped || part::text;
  END LOOP;
  DELETE FROM rollup_dirty WHERE bucket < date_trunc('month', raw_before);
  RETURN dropped;
END $$;

-- The whole tree until the end of the transaction: the owner is bound by row-level security like everybody.
CREATE FUNCTION system_scope() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.lo', '0', true), set_config('app.hi', ':', true), set_config('app.farm', '*', true);
END $$;

-- Brings the 15-minute rows of at most `most` marked buckets up to date, once they have ended and `settle` is over;
-- charts read what is marked from the reports. Returns how many were looked at. A second statement of the function
-- sees everything that was committed before the marks could be taken away.
CREATE FUNCTION rollup_15m(most integer, settle interval) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  devices integer[];
  buckets timestamptz[];
BEGIN
  PERFORM system_scope();
  WITH due AS (
    SELECT device, bucket FROM rollup_dirty
    WHERE bucket < now() - interval '15 minutes' - settle
    ORDER BY device, bucket LIMIT most FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM rollup_dirty d USING due WHERE d.device = due.device AND d.bucket = due.bucket
    RETURNING d.device, d.bucket
  )
  SELECT array_agg(device), array_agg(bucket) INTO devices, buckets FROM taken;
  IF devices IS NULL THEN RETURN 0; END IF;

  -- Raw rows that retention has dropped leave what was made of them.
  DELETE FROM report_15m q USING unnest(devices, buckets) m(device, bucket)
  WHERE q.device = m.device AND q.bucket = m.bucket AND EXISTS (
    SELECT FROM report r WHERE r.device = m.device AND r.at >= m.bucket AND r.at < m.bucket + interval '15 minutes');
  INSERT INTO report_15m
  WITH l AS MATERIALIZED (
    SELECT id, cardinality(real_metrics) AS reals, cardinality(exact_metrics) AS exacts FROM report_layout
  )
  SELECT device, bucket, layout, max(n)::int,
    array_agg(low ORDER BY i) FILTER (WHERE i <= reals),
    array_agg(high ORDER BY i) FILTER (WHERE i <= reals),
    array_agg(mean ORDER BY i) FILTER (WHERE i <= reals),
    array_agg(exact_low ORDER BY i) FILTER (WHERE i <= exacts),
    array_agg(exact_high ORDER BY i) FILTER (WHERE i <= exacts),
    array_agg(exact_mean ORDER BY i) FILTER (WHERE i <= exacts)
  FROM (
    SELECT m.device, m.bucket, r.layout, i, count(*) AS n, reals, exacts,
      min(v) AS low, max(v) AS high, avg(v)::real AS mean,
      min(x) AS exact_low, max(x) AS exact_high, avg(x) AS exact_mean
    FROM unnest(devices, buckets) m(device, bucket)
    JOIN report r ON r.device = m.device AND r.at >= m.bucket AND r.at < m.bucket + interval '15 minutes'
    JOIN l ON l.id = r.layout
    CROSS JOIN LATERAL unnest(r."values", r.exact) WITH ORDINALITY u(v, x, i)
    GROUP BY m.device, m.bucket, r.layout, i, reals, exacts
  ) cells GROUP BY device, bucket, layout
  ON CONFLICT (device, bucket, layout) DO UPDATE SET n = excluded.n, low = excluded.low, high = excluded.high,
    mean = excluded.mean, exact_low = excluded.exact_low, exact_high = excluded.exact_high,
    exact_mean = excluded.exact_mean;

  INSERT INTO rollup_dirty_day (house, day)
  SELECT DISTINCT s.house_id, (m.bucket AT TIME ZONE coalesce(h.time_zone, o.time_zone))::date
  FROM unnest(devices, buckets) m(device, bucket)
  JOIN device d ON d.serial = m.device
  JOIN house_device s ON s.device_id = d.id AND s."from" < m.bucket + interval '15 minutes'
    AND (s."to" IS NULL OR s."to" > m.bucket)
  JOIN house h ON h.id = s.house_id
  JOIN office o ON o.id = h.office_id
  ORDER BY 1, 2
  ON CONFLICT (house, day) DO UPDATE SET since = rollup_dirty_day.since WHERE false;
  RETURN cardinality(devices);
END $$;

-- Makes the daily rows of at most `most` marked farm days out of 15-minute rows. A bucket across the moment in
-- which a device changed houses belongs to neither. Days whose 15-minute rows are gone stay as they are.
CREATE FUNCTION rollup_day(most integer, settle interval) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  houses text[];
  days date[];
BEGIN
  PERFORM system_scope();
  WITH due AS (
    SELECT house, day FROM rollup_dirty_day WHERE since + settle < now()
    ORDER BY house, day LIMIT most FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM rollup_dirty_day d USING due WHERE d.house = due.house AND d.day = due.day
    RETURNING d.house, d.day
  )
  SELECT array_agg(house), array_agg(day) INTO houses, days FROM taken;
  IF houses IS NULL THEN RETURN 0; END IF;

  DELETE FROM report_day r USING unnest(houses, days) m(house, day), house h, office o
  WHERE r.house = m.house AND r.day = m.day AND h.id = m.house AND o.id = h.office_id AND EXISTS (
    SELECT FROM report_15m q WHERE q.device = r.device
      AND q.bucket >= m.day::timestamp AT TIME ZONE coalesce(h.time_zone, o.time_zone)
      AND q.bucket < (m.day + 1)::timestamp AT TIME ZONE coalesce(h.time_zone, o.time_zone));
  INSERT INTO report_day
  WITH l AS MATERIALIZED (
    SELECT id, cardinality(real_metrics) AS reals, cardinality(exact_metrics) AS exacts FROM report_layout
  )
  SELECT house, device, day, layout, zone, max(n)::int,
    array_agg(low ORDER BY i) FILTER (WHERE i <= reals),
    array_agg(high ORDER BY i) FILTER (WHERE i <= reals),
    array_agg(mean ORDER BY i) FILTER (WHERE i <= reals),
    array_agg(exact_low ORDER BY i) FILTER (WHERE i <= exacts),
    array_agg(exact_high ORDER BY i) FILTER (WHERE i <= exacts),
    array_agg(exact_mean ORDER BY i) FILTER (WHERE i <= exacts)
  FROM (
    SELECT s.house, d.serial AS device, s.day, q.layout, s.zone, i, sum(q.n) AS n, reals, exacts,
      min(lo) AS low, max(hi) AS high,
      (sum(me * q.n) / sum(q.n) FILTER (WHERE me IS NOT NULL))::real AS mean,
      min(xlo) AS exact_low, max(xhi) AS exact_high,
      sum(xme * q.n) / sum(q.n) FILTER (WHERE xme IS NOT NULL) AS exact_mean
    FROM (
      SELECT m.house, m.day, coalesce(h.time_zone, o.time_zone) AS zone,
        m.day::timestamp AT TIME ZONE coalesce(h.time_zone, o.time_zone) AS starts,
        (m.day + 1)::timestamp AT TIME ZONE coalesce(h.time_zone, o.time_zone) AS ends
      FROM unnest(houses, days) m(house, day) JOIN house h ON h.id = m.house JOIN office o ON o.id = h.office_id
    ) s
    JOIN house_device hd ON hd.house_id = s.house AND hd."from" < s.ends AND (hd."to" IS NULL OR hd."to" > s.starts)
    JOIN device d ON d.id = hd.device_id
    JOIN report_15m q ON q.device = d.serial AND q.bucket >= s.starts AND q.bucket < s.ends
      AND q.bucket >= hd."from" AND (hd."to" IS NULL OR q.bucket + interval '15 minutes' <= hd."to")
    JOIN l ON l.id = q.layout
    CROSS JOIN LATERAL unnest(q.low, q.high, q.mean, q.exact_low, q.exact_high, q.exact_mean)
      WITH ORDINALITY u(lo, hi, me, xlo, xhi, xme, i)
    GROUP BY s.house, d.serial, s.day, q.layout, s.zone, i, reals, exacts
  ) cells GROUP BY house, device, day, layout, zone
  ON CONFLICT (house, device, day, layout) DO UPDATE SET zone = excluded.zone, n = excluded.n, low = excluded.low,
    high = excluded.high, mean = excluded.mean, exact_low = excluded.exact_low, exact_high = excluded.exact_high,
    exact_mean = excluded.exact_mean;
  RETURN cardinality(houses);
END $$;

-- Marks the farm days to be made again because their houses have another zone than they were made in: the houses
-- that the given devices serve or served, and with NULL all.
CREATE FUNCTION rollup_mark_days(device_ids text[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  marked integer;
BEGIN
  PERFORM system_scope();
  WITH moved AS MATERIALIZED (
    SELECT h.id AS house, coalesce(h.time_zone, o.time_zone) AS zone
    FROM house h JOIN office o ON o.id = h.office_id
    WHERE (device_ids IS NULL OR h.id IN (SELECT house_id FROM house_device WHERE device_id = ANY (device_ids)))
      AND EXISTS (SELECT FROM report_day r WHERE r.house = h.id AND r.zone <> coalesce(h.time_zone, o.time_zone))
  )
  INSERT INTO rollup_dirty_day (house, day, since)
  SELECT DISTINCT m.house, (q.bucket AT TIME ZONE m.zone)::date, '-infinity'::timestamptz
  FROM moved m
  JOIN house_device s ON s.house_id = m.house
  JOIN device d ON d.id = s.device_id
  JOIN report_15m q ON q.device = d.serial
  ORDER BY 1, 2
  ON CONFLICT (house, day) DO UPDATE SET since = '-infinity';
  GET DIAGNOSTICS marked = ROW_COUNT;
  RETURN marked;
END $$;

-- Marks the farm days of the house in which the device reported at these times.
CREATE FUNCTION rollup_mark_times(marked_house text, marked_device text, times tstzmultirange) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO rollup_dirty_day (house, day, since)
  SELECT DISTINCT h.id, (q.bucket AT TIME ZONE coalesce(h.time_zone, o.time_zone))::date, '-infinity'::timestamptz
  FROM house h
  JOIN office o ON o.id = h.office_id
  JOIN device d ON d.id = marked_device
  CROSS JOIN unnest(times) t(span)
  JOIN report_15m q ON q.device = d.serial
    AND q.bucket > lower(span) - interval '15 minutes' AND q.bucket < coalesce(upper(span), 'infinity')
  WHERE h.id = marked_house
  ORDER BY 1, 2
  ON CONFLICT (house, day) DO UPDATE SET since = '-infinity'
$$;

-- A binding came, went or has other times: only what it changes of the past is made again, with the binding itself.
-- The statement goes on in its own scope.
CREATE FUNCTION rollup_mark_binding() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  lo text := current_setting('app.lo', true);
  hi text := current_setting('app.hi', true);
  farm text := current_setting('app.farm', true);
  was tstzmultirange := CASE WHEN TG_OP <> 'INSERT' THEN tstzmultirange(tstzrange(OLD."from", OLD."to")) END;
  is_now tstzmultirange := CASE WHEN TG_OP <> 'DELETE' THEN tstzmultirange(tstzrange(NEW."from", NEW."to")) END;
BEGIN
  PERFORM system_scope();
  IF TG_OP = 'UPDATE' AND (OLD.house_id, OLD.device_id) = (NEW.house_id, NEW.device_id) THEN
    PERFORM rollup_mark_times(NEW.house_id, NEW.device_id, was + is_now - was * is_now);
  ELSE
    IF TG_OP <> 'INSERT' THEN PERFORM rollup_mark_times(OLD.house_id, OLD.device_id, was); END IF;
    IF TG_OP <> 'DELETE' THEN PERFORM rollup_mark_times(NEW.house_id, NEW.device_id, is_now); END IF;
  END IF;
  PERFORM set_config('app.lo', coalesce(lo, ''), true), set_config('app.hi', coalesce(hi, ''), true),
    set_config('app.farm', coalesce(farm, ''), true);
  RETURN NULL;
END $$;
CREATE TRIGGER rollup_binding AFTER INSERT OR DELETE OR UPDATE OF house_id, device_id, "from", "to" ON house_device
FOR EACH ROW EXECUTE FUNCTION rollup_mark_binding();

-- Key of a device, whoever has it now: what it reported in a house stays with that house. For chart_spans only.
CREATE FUNCTION device_serial(asked text) RETURNS integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  lo text := current_setting('app.lo', true);
  hi text := current_setting('app.hi', true);
  found integer;
BEGIN
  PERFORM set_config('app.lo', '0', true), set_config('app.hi', ':', true);
  SELECT serial INTO found FROM public.device WHERE id = asked;
  PERFORM set_config('app.lo', coalesce(lo, ''), true), set_config('app.hi', coalesce(hi, ''), true);
  RETURN found;
END $$;

-- Where a viewer may look: the times in which a device served a house that is, with its binding, in the scope of the
-- statement, and whose customer shares with it (the farm policy of the other tables).
CREATE FUNCTION chart_spans(asked_house text, asked_device text, from_at timestamptz, to_at timestamptz)
RETURNS TABLE (house text, device integer, starts timestamptz, ends timestamptz, bound_to timestamptz, zone text)
LANGUAGE sql STABLE ROWS 2 SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT h.id, device_serial(s.device_id), greatest(s."from", from_at), least(coalesce(s."to", 'infinity'), to_at),
    coalesce(s."to", 'infinity'), coalesce(h.time_zone, o.time_zone)
  FROM public.house_device s
  JOIN public.house h ON h.id = s.house_id
  JOIN public.office o ON o.id = h.office_id
  WHERE (asked_house IS NULL OR s.house_id = asked_house) AND (asked_device IS NULL OR s.device_id = asked_device)
    AND (asked_house IS NOT NULL OR asked_device IS NOT NULL)
    AND h.office_path >= current_setting('app.lo', true) AND h.office_path < current_setting('app.hi', true)
    AND s.office_path >= current_setting('app.lo', true) AND s.office_path < current_setting('app.hi', true)
    AND (o.farm_path = current_setting('app.farm', true) OR current_setting('app.farm', true) = '*'
      OR o.farm_path IN (SELECT path FROM public.office WHERE farm_access_until > now()))
    AND s."from" < to_at AND (s."to" IS NULL OR s."to" > from_at)
$$;

-- Whether the scope of the statement may see readings of the house or device at all.
CREATE FUNCTION chart_allowed(asked_house text, asked_device text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE WHEN asked_house IS NULL
    THEN EXISTS (SELECT FROM public.chart_spans(NULL, asked_device, '-infinity', 'infinity'))
    ELSE EXISTS (SELECT FROM public.house h JOIN public.office o ON o.id = h.office_id
      WHERE h.id = asked_house AND h.deleted_at IS NULL
        AND h.office_path >= current_setting('app.lo', true) AND h.office_path < current_setting('app.hi', true)
        AND (o.farm_path = current_setting('app.farm', true) OR current_setting('app.farm', true) = '*'
          OR o.farm_path IN (SELECT path FROM public.office WHERE farm_access_until > now()))) END
$$;

-- Series of a house or a device as { step, at, series: [[low, mean, high], …] } with times in ms, empty buckets left
-- out but for days; NULL when the viewer may not see it. `source` is raw, 15m or day; `step_ms` the width of a bucket (days: how
-- many). Raw reports that are no more than `points` come one by one, with step 0.
CREATE FUNCTION house_chart(asked_house text, asked_device text, metrics text[], from_at timestamptz, to_at timestamptz,
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
      FROM z, (SELECT DISTINCT house, device, zone FROM s) s
      JOIN report_day q ON q.house = s.house AND q.device = s.device
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

REVOKE EXECUTE ON FUNCTION system_scope FROM PUBLIC;
GRANT EXECUTE ON FUNCTION report_partition, report_retention, rollup_15m, rollup_day, rollup_mark_days
  TO smart_farm_ingest;
GRANT EXECUTE ON FUNCTION house_chart TO smart_farm_app;
