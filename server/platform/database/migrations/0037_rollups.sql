-- The device side says which marks it takes: it cuts the work to what a statement can do, and finds the one that fails.
-- That one is set aside for a day; charts read its quarter from the reports meanwhile.
ALTER TABLE rollup_dirty ADD COLUMN set_aside timestamptz;
ALTER TABLE rollup_dirty_day ADD COLUMN set_aside timestamptz;

-- The largest number of a type means "no value" (server/devices/sample.ts). Sums of what was stored of it overflow.
CREATE FUNCTION usable_numbers(numbers double precision[]) RETURNS double precision[]
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS $$
  SELECT array_agg(CASE WHEN abs(x) < 1e30 THEN x END ORDER BY i) FROM unnest(numbers) WITH ORDINALITY t(x, i)
$$;
UPDATE report SET exact = usable_numbers(exact) WHERE exists (SELECT FROM unnest(exact) x WHERE abs(x) >= 1e30);
UPDATE report_15m SET exact_low = usable_numbers(exact_low), exact_high = usable_numbers(exact_high),
  exact_mean = usable_numbers(exact_mean)
WHERE exists (SELECT FROM unnest(exact_low || exact_high) x WHERE abs(x) >= 1e30);
UPDATE report_day SET exact_low = usable_numbers(exact_low), exact_high = usable_numbers(exact_high),
  exact_mean = usable_numbers(exact_mean)
WHERE exists (SELECT FROM unnest(exact_low || exact_high) x WHERE abs(x) >= 1e30);
DROP FUNCTION usable_numbers;

DROP FUNCTION rollup_15m(integer, interval);
DROP FUNCTION rollup_day(integer, interval);

-- Brings the 15-minute rows of the asked buckets, as far as they are marked, up to date; charts read what is marked
-- from the reports. Returns how many were looked at. A second statement of the function sees everything that was
-- committed before the marks could be taken away.
CREATE FUNCTION rollup_15m(asked_devices integer[], asked_buckets timestamptz[]) RETURNS integer
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

-- Makes the daily rows of the asked farm days, as far as they are marked, out of 15-minute rows. A bucket across the
-- moment in which a device changed houses belongs to neither. Days whose 15-minute rows are gone stay as they are.
CREATE FUNCTION rollup_day(asked_houses text[], asked_days date[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  houses text[];
  days date[];
BEGIN
  PERFORM system_scope();
  WITH due AS (
    SELECT d.house, d.day FROM rollup_dirty_day d
    JOIN unnest(asked_houses, asked_days) a(house, day) ON a.house = d.house AND a.day = d.day
    ORDER BY d.house, d.day FOR UPDATE OF d SKIP LOCKED
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

GRANT EXECUTE ON FUNCTION rollup_15m, rollup_day TO smart_farm_ingest;
