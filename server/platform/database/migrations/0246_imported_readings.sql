-- Readings of other systems that people brought into the history of a house. Each import has a serial among those of devices, so
-- that its reports stand beside theirs and never among them; all of it goes when it is taken back.
CREATE FUNCTION next_report_serial() RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT nextval('public.device_serial_seq')::integer
$$;
CREATE TABLE "reading_import" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"house_id" text NOT NULL,
	"serial" integer DEFAULT next_report_serial() NOT NULL,
	"source" text NOT NULL,
	"metrics" text[] NOT NULL,
	"starts" timestamp with time zone NOT NULL,
	"ends" timestamp with time zone NOT NULL,
	"spans" jsonb NOT NULL,
	"reports" integer NOT NULL,
	"readings" integer NOT NULL,
	"account_id" text,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_back_at" timestamp with time zone,
	"taken_back_by" text DEFAULT '' NOT NULL,
	"taken_back_account" text,
	CONSTRAINT "reading_import_serial_unique" UNIQUE("serial"),
	CONSTRAINT "reading_import_order" CHECK ("reading_import"."starts" < "reading_import"."ends")
);
ALTER TABLE "reading_import" ADD CONSTRAINT "reading_import_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "reading_import" ADD CONSTRAINT "reading_import_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "reading_import" ADD CONSTRAINT "reading_import_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "reading_import_scope" ON "reading_import" USING btree ("office_path");
CREATE INDEX "reading_import_farm" ON "reading_import" USING btree ("farm_path");
CREATE INDEX "reading_import_house" ON "reading_import" USING btree ("house_id","starts");

CREATE FUNCTION erase_in_reading_imports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE reading_import SET actor_name = NEW.actual_name WHERE account_id = NEW.id;
	UPDATE reading_import SET taken_back_by = NEW.actual_name WHERE taken_back_account = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_reading_imports AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_reading_imports();

-- Makes the partitions that an import needs. In a transaction of its own: each needs a moment alone with the table.
CREATE FUNCTION import_partitions(from_at timestamptz, raw_from timestamptz, to_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET lock_timeout = '2s' AS $$
DECLARE
  part timestamptz;
BEGIN
  IF from_at < now() - interval '4 years' OR to_at > now() + interval '1 day' THEN RAISE 'no time of an import'; END IF;
  FOR part IN SELECT generate_series(date_trunc('year', from_at), to_at, interval '1 year') LOOP
    CONTINUE WHEN to_regclass('public.report_15m_' || to_char(part, 'YYYY')) IS NOT NULL;
    PERFORM pg_advisory_xact_lock(hashtext('report_partition'));
    EXECUTE format('CREATE TABLE IF NOT EXISTS public.%I PARTITION OF public.report_15m FOR VALUES FROM (%L) TO (%L)',
      'report_15m_' || to_char(part, 'YYYY'), part, part + interval '1 year');
  END LOOP;
  FOR part IN SELECT generate_series(date_trunc('month', greatest(raw_from, from_at)), to_at, interval '1 month') LOOP
    PERFORM report_partition(part);
  END LOOP;
END $$;

-- The serial of an import that the statement may write: one of its own transaction, in its scope.
CREATE FUNCTION import_serial(asked text) RETURNS integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  found integer;
BEGIN
  SELECT serial INTO found FROM reading_import WHERE id = asked AND created_at = now() AND taken_back_at IS NULL;
  IF found IS NULL THEN RAISE 'no import of this transaction'; END IF;
  RETURN found;
END $$;

-- Stores quarter hours of an import. Arrays of values come as texts, one for each quarter.
CREATE FUNCTION import_quarters(asked text, real_names text[], exact_names text[], buckets timestamptz[], counts integer[],
  lows text[], highs text[], means text[], exact_lows text[], exact_highs text[], exact_means text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own integer := import_serial(asked);
  layout integer := report_layout_id(real_names, exact_names);
BEGIN
  INSERT INTO report_15m
  SELECT own, t.bucket, layout, t.n, t.low::real[], t.high::real[], t.mean::real[],
    t.exact_low::float8[], t.exact_high::float8[], t.exact_mean::float8[]
  FROM unnest(buckets, counts, lows, highs, means, exact_lows, exact_highs, exact_means)
    t(bucket, n, low, high, mean, exact_low, exact_high, exact_mean)
  ORDER BY t.bucket;
END $$;

-- Stores single reports of an import, as far as they are kept.
CREATE FUNCTION import_reports(asked text, real_names text[], exact_names text[], times timestamptz[], reals text[], exacts text[])
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own integer := import_serial(asked);
  layout integer := report_layout_id(real_names, exact_names);
BEGIN
  INSERT INTO report
  SELECT own, layout, t.at, t.real::real[], t.exact::float8[]
  FROM unnest(times, reals, exacts) t(at, real, exact)
  ORDER BY t.at;
END $$;

-- Has the days of an import made.
CREATE FUNCTION import_days(asked text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own integer := import_serial(asked);
BEGIN
  INSERT INTO rollup_dirty_day (house, day, since)
  SELECT DISTINCT i.house_id, (q.bucket AT TIME ZONE coalesce(h.time_zone, o.time_zone))::date, '-infinity'::timestamptz
  FROM reading_import i
  JOIN house h ON h.id = i.house_id
  JOIN office o ON o.id = h.office_id
  JOIN report_15m q ON q.device = own AND q.bucket >= i.starts AND q.bucket < i.ends
  WHERE i.id = asked
  ORDER BY 1, 2
  ON CONFLICT (house, day) DO UPDATE SET since = '-infinity';
END $$;

-- Removes the readings of an import that was taken back.
CREATE FUNCTION import_removed(asked text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  was reading_import;
BEGIN
  SELECT * INTO was FROM reading_import WHERE id = asked AND taken_back_at IS NOT NULL;
  IF was.id IS NULL THEN RAISE 'this import was not taken back'; END IF;
  DELETE FROM report WHERE device = was.serial AND at >= was.starts AND at < was.ends;
  DELETE FROM report_15m WHERE device = was.serial AND bucket >= was.starts AND bucket < was.ends;
  DELETE FROM report_day WHERE house = was.house_id AND device = was.serial;
END $$;
GRANT EXECUTE ON FUNCTION next_report_serial, import_partitions, import_quarters, import_reports, import_days, import_removed
  TO smart_farm_app;

-- Where a viewer may look, as before; and of a house alone also what was imported for it.
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
  UNION ALL
  SELECT h.id, i.serial, greatest(i.starts, from_at), least(i.ends, to_at), i.ends, coalesce(h.time_zone, o.time_zone)
  FROM public.reading_import i
  JOIN public.house h ON h.id = i.house_id
  JOIN public.office o ON o.id = h.office_id
  WHERE i.house_id = asked_house AND asked_device IS NULL AND i.taken_back_at IS NULL
    AND i.starts < to_at AND i.ends > from_at
    AND h.office_path >= current_setting('app.lo', true) AND h.office_path < current_setting('app.hi', true)
    AND i.office_path >= current_setting('app.lo', true) AND i.office_path < current_setting('app.hi', true)
    AND (o.farm_path = current_setting('app.farm', true) OR current_setting('app.farm', true) = '*'
      OR o.farm_path IN (SELECT path FROM public.office WHERE farm_access_until > now()))
$$;

-- As before, and of what was imported.
CREATE OR REPLACE FUNCTION rollup_day(asked_houses text[], asked_days date[]) RETURNS integer
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
    SELECT s.house, w.serial AS device, s.day, q.layout, s.zone, i, sum(q.n) AS n, reals, exacts,
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
    CROSS JOIN LATERAL (
      SELECT d.serial, hd."from", hd."to" FROM house_device hd JOIN device d ON d.id = hd.device_id
      WHERE hd.house_id = s.house AND hd."from" < s.ends AND (hd."to" IS NULL OR hd."to" > s.starts)
      UNION ALL
      SELECT im.serial, im.starts, im.ends FROM reading_import im
      WHERE im.house_id = s.house AND im.taken_back_at IS NULL AND im.starts < s.ends AND im.ends > s.starts
    ) w
    JOIN report_15m q ON q.device = w.serial AND q.bucket >= s.starts AND q.bucket < s.ends
      AND q.bucket >= w."from" AND (w."to" IS NULL OR q.bucket + interval '15 minutes' <= w."to")
    JOIN l ON l.id = q.layout
    CROSS JOIN LATERAL unnest(q.low, q.high, q.mean, q.exact_low, q.exact_high, q.exact_mean)
      WITH ORDINALITY u(lo, hi, me, xlo, xhi, xme, i)
    GROUP BY s.house, w.serial, s.day, q.layout, s.zone, i, reals, exacts
  ) cells GROUP BY house, device, day, layout, zone
  ON CONFLICT (house, device, day, layout) DO UPDATE SET zone = excluded.zone, n = excluded.n, low = excluded.low,
    high = excluded.high, mean = excluded.mean, exact_low = excluded.exact_low, exact_high = excluded.exact_high,
    exact_mean = excluded.exact_mean;
  RETURN cardinality(houses);
END $$;

-- As before, and of what was imported.
CREATE OR REPLACE FUNCTION rollup_mark_days(device_ids text[]) RETURNS integer
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
  ), wrote AS (
    SELECT m.house, m.zone, d.serial FROM moved m JOIN house_device s ON s.house_id = m.house JOIN device d ON d.id = s.device_id
    UNION
    SELECT m.house, m.zone, i.serial FROM moved m JOIN reading_import i ON i.house_id = m.house AND i.taken_back_at IS NULL
  )
  INSERT INTO rollup_dirty_day (house, day, since)
  SELECT DISTINCT w.house, (q.bucket AT TIME ZONE w.zone)::date, '-infinity'::timestamptz
  FROM wrote w JOIN report_15m q ON q.device = w.serial
  ORDER BY 1, 2
  ON CONFLICT (house, day) DO UPDATE SET since = '-infinity';
  GET DIAGNOSTICS marked = ROW_COUNT;
  RETURN marked;
END $$;
