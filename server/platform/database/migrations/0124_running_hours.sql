-- Overhauls that are due by the hours a machine ran, read off what the controller of its house tells.
ALTER TABLE "overhaul_item" ADD COLUMN "machine" text;
ALTER TABLE "overhaul_item" ADD CONSTRAINT "overhaul_item_machine" CHECK ("overhaul_item"."cycle_kind" <> 'runningHours' or "overhaul_item"."machine" is not null);
ALTER TABLE "overhaul_plan" ADD COLUMN "ran_hours" real;

-- How long each metric of a house said that its machine runs, by UTC day. Reports are kept for some months, these hours for good.
CREATE TABLE running_day (
  house_id text NOT NULL REFERENCES house (id) ON DELETE CASCADE,
  metric text NOT NULL,
  day date NOT NULL,
  -- Of the day, as they were when it was counted: more of them mean that it is counted again.
  reports bigint NOT NULL,
  hours real NOT NULL,
  PRIMARY KEY (house_id, metric, day)
);

-- Counts the days since `since` anew of which more reports are there than when they were counted last. A value holds until another
-- is told, as long as the house is not silent for more than ten minutes.
CREATE FUNCTION count_running(asked_house text, metrics text[], idle double precision[], since date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  days date[];
BEGIN
  IF current_setting('app.farm', true) IS DISTINCT FROM '*' THEN RAISE 'only the server itself counts hours'; END IF;
  WITH s AS MATERIALIZED (
    SELECT d.serial, hd."from", coalesce(hd."to", 'infinity') AS until
    FROM house_device hd JOIN device d ON d.id = hd.device_id WHERE hd.house_id = asked_house
  ), heard AS (
    SELECT q.bucket::date AS day, sum(q.n) AS reports FROM s
    JOIN report_15m q ON q.device = s.serial AND q.bucket >= since AND q.bucket >= s."from" - interval '15 minutes' AND q.bucket < s.until
    GROUP BY 1
  )
  SELECT array_agg(h.day) INTO days FROM heard h WHERE h.reports IS DISTINCT FROM (
    SELECT r.reports FROM running_day r WHERE r.house_id = asked_house AND r.metric = metrics[1] AND r.day = h.day);
  IF days IS NULL THEN RETURN; END IF;

  INSERT INTO running_day (house_id, metric, day, reports, hours)
  WITH s AS MATERIALIZED (
    SELECT d.serial, hd."from", coalesce(hd."to", 'infinity') AS until
    FROM house_device hd JOIN device d ON d.id = hd.device_id WHERE hd.house_id = asked_house
  ), l AS MATERIALIZED (
    SELECT y.id, m.metric, array_position(y.real_metrics, m.metric) AS r, array_position(y.exact_metrics, m.metric) AS x
    FROM report_layout y, unnest(metrics) m(metric)
  ), told AS (
    SELECT d.day, l.metric, q.device, q.at, coalesce(q."values"[l.r]::float8, q.exact[l.x]) AS v
    FROM unnest(days) d(day), s
    JOIN report q ON q.device = s.serial AND q.at >= s."from" AND q.at < s.until
    JOIN l ON l.id = q.layout
    -- The day before says what held at midnight, the minutes after it for how long.
    WHERE q.at >= d.day - 1 AND q.at < (d.day + 1) + interval '10 minutes'
  ), spoken AS (
    SELECT day, metric, device, at, v, count(v) OVER w AS nth, lead(at) OVER w AS next_at FROM told
    WINDOW w AS (PARTITION BY day, metric, device ORDER BY at)
  ), held AS (
    SELECT day, metric, device, at, next_at, max(v) OVER (PARTITION BY day, metric, device, nth) AS v FROM spoken
  ), ran AS (
    SELECT day, metric, device,
      sum(extract(epoch FROM least(next_at, day + 1) - greatest(at, day::timestamptz))) AS seconds
    FROM held
    WHERE v <> ALL (idle) AND next_at - at <= interval '10 minutes' AND next_at > day AND at < day + 1
    GROUP BY day, metric, device
  ), heard AS (
    SELECT q.bucket::date AS day, sum(q.n) AS reports FROM s
    JOIN report_15m q ON q.device = s.serial AND q.bucket >= since AND q.bucket >= s."from" - interval '15 minutes' AND q.bucket < s.until
    GROUP BY 1
  )
  SELECT asked_house, m.metric, h.day, h.reports,
    coalesce((SELECT max(ran.seconds) FROM ran WHERE ran.day = h.day AND ran.metric = m.metric), 0) / 3600
  FROM heard h, unnest(metrics) m(metric) WHERE h.day = ANY (days)
  ORDER BY 1, 2, 3
  ON CONFLICT (house_id, metric, day) DO UPDATE SET reports = excluded.reports, hours = excluded.hours;
END $$;

-- By each of the metrics: how many hours since then, and how many a day in the last two weeks. Of the day itself the part that was left.
CREATE FUNCTION running_since(asked_house text, metrics text[], since timestamptz)
RETURNS TABLE (hours double precision, per_day double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
  SELECT coalesce(sum(r.hours * least(1, extract(epoch FROM (r.day + 1) - since) / 86400.0)) FILTER (WHERE r.day >= since::date), 0),
    avg(r.hours) FILTER (WHERE r.day >= current_date - 14 AND r.day < current_date)
  FROM running_day r
  WHERE r.house_id = asked_house AND r.metric = ANY (metrics) AND current_setting('app.farm', true) = '*'
  GROUP BY r.metric
$$;
REVOKE EXECUTE ON FUNCTION count_running, running_since FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_running, running_since TO smart_farm_app;
