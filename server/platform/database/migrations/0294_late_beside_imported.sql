-- A controller may send what it had kept of a quarter hour that an import has filled meanwhile. What the house's own controller measured
-- stands: values of the same metric that were imported for that quarter hour go, and the import tells how many quarter hours those are.
ALTER TABLE "reading_import" ADD COLUMN "replaced" integer DEFAULT 0 NOT NULL;

CREATE FUNCTION without_places(numbers anyarray, places integer[]) RETURNS anyarray
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS $$
  SELECT CASE WHEN cardinality(numbers) > 0 THEN
    (SELECT array_agg(CASE WHEN i = ANY (places) THEN NULL ELSE x END ORDER BY i) FROM unnest(numbers) WITH ORDINALITY t(x, i))
    ELSE numbers END
$$;
CREATE FUNCTION places_of(names text[], asked text[]) RETURNS integer[]
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS $$
  SELECT array(SELECT i::integer FROM unnest(names) WITH ORDINALITY t(name, i) WHERE name = ANY (asked))
$$;
-- The metrics of a layout that have a value.
CREATE FUNCTION told_of(real_names text[], reals real[], exact_names text[], exacts double precision[]) RETURNS text[]
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS $$
  SELECT array(SELECT name FROM unnest(real_names, reals) t(name, x) WHERE x IS NOT NULL
    UNION SELECT name FROM unnest(exact_names, exacts) t(name, x) WHERE x IS NOT NULL)
$$;

CREATE FUNCTION import_yields(devices integer[], buckets timestamptz[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  beside record;
BEGIN
  -- Where nothing was ever imported, this costs nothing.
  IF NOT EXISTS (SELECT FROM reading_import WHERE taken_back_at IS NULL) THEN RETURN; END IF;
  FOR beside IN
    SELECT i.id, i.serial, m.bucket, array_agg(DISTINCT told.name) AS names
    FROM unnest(devices, buckets) m(device, bucket)
    JOIN device d ON d.serial = m.device
    JOIN house_device s ON s.device_id = d.id AND s.main AND s."from" < m.bucket + interval '15 minutes'
      AND (s."to" IS NULL OR s."to" > m.bucket)
    JOIN reading_import i ON i.house_id = s.house_id AND i.taken_back_at IS NULL
      AND i.starts <= m.bucket AND i.ends > m.bucket
    JOIN report_15m q ON q.device = m.device AND q.bucket = m.bucket
    JOIN report_layout l ON l.id = q.layout
    CROSS JOIN LATERAL unnest(told_of(l.real_metrics, q.mean, l.exact_metrics, q.exact_mean)) told(name)
    WHERE told.name = ANY (i.metrics)
    GROUP BY i.id, i.serial, m.bucket
  LOOP
    UPDATE report_15m q SET
      low = without_places(q.low, places_of(l.real_metrics, beside.names)),
      high = without_places(q.high, places_of(l.real_metrics, beside.names)),
      mean = without_places(q.mean, places_of(l.real_metrics, beside.names)),
      exact_low = without_places(q.exact_low, places_of(l.exact_metrics, beside.names)),
      exact_high = without_places(q.exact_high, places_of(l.exact_metrics, beside.names)),
      exact_mean = without_places(q.exact_mean, places_of(l.exact_metrics, beside.names))
    FROM report_layout l
    WHERE l.id = q.layout AND q.device = beside.serial AND q.bucket = beside.bucket
      AND told_of(l.real_metrics, q.mean, l.exact_metrics, q.exact_mean) && beside.names;
    CONTINUE WHEN NOT FOUND;
    UPDATE reading_import SET replaced = replaced + 1 WHERE id = beside.id;
    UPDATE report r SET
      "values" = without_places(r."values", places_of(l.real_metrics, beside.names)),
      exact = without_places(r.exact, places_of(l.exact_metrics, beside.names))
    FROM report_layout l
    WHERE l.id = r.layout AND r.device = beside.serial
      AND r.at >= beside.bucket AND r.at < beside.bucket + interval '15 minutes';
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION import_yields FROM PUBLIC;

-- As before, and imported values make way.
CREATE OR REPLACE FUNCTION rollup_15m(asked_devices integer[], asked_buckets timestamptz[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  devices integer[];
  buckets timestamptz[];
BEGIN
  PERFORM system_scope();
  WITH due AS (
    SELECT d.device, d.bucket FROM rollup_dirty d
    JOIN unnest(asked_devices, asked_buckets) a(device, bucket) ON a.device = d.device AND a.bucket = d.bucket
    ORDER BY d.device, d.bucket FOR UPDATE OF d SKIP LOCKED
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

  PERFORM import_yields(devices, buckets);

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
