-- Partitions come and go beside those who read. CREATE TABLE ... PARTITION OF takes its parent for itself alone, and the two
-- parents were taken in one transaction: whoever reads both, as a chart does, was waited for and waited, in a circle. A table
-- that is attached takes nothing from readers or writers. It has the columns, keys and settings of its parent either way.
CREATE FUNCTION attach_partition(parent text, part text, from_at timestamptz, to_at timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
BEGIN
  IF to_regclass('public.' || part) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('report_partition'));
  -- Another process may have made it meanwhile: a query sees it, what is remembered of names may not yet.
  IF EXISTS (SELECT FROM pg_class WHERE relname = part AND relnamespace = 'public'::regnamespace) THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING ALL)', part, parent);
  EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', parent, part, from_at, to_at);
END $$;
REVOKE ALL ON FUNCTION attach_partition FROM PUBLIC;

CREATE OR REPLACE FUNCTION report_partition(at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC'
SET lock_timeout = '2s' AS $$
DECLARE
  month timestamptz := date_trunc('month', at);
  year timestamptz := date_trunc('year', at);
BEGIN
  PERFORM attach_partition('report', 'report_' || to_char(month, 'YYYYMM'), month, month + interval '1 month');
  PERFORM attach_partition('report_15m', 'report_15m_' || to_char(year, 'YYYY'), year, year + interval '1 year');
END $$;

CREATE OR REPLACE FUNCTION import_partitions(from_at timestamptz, raw_from timestamptz, to_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET lock_timeout = '2s' AS $$
DECLARE
  part timestamptz;
BEGIN
  IF from_at < now() - interval '4 years' OR to_at > now() + interval '1 day' THEN RAISE 'no time of an import'; END IF;
  FOR part IN SELECT generate_series(date_trunc('year', from_at), to_at, interval '1 year') LOOP
    PERFORM attach_partition('report_15m', 'report_15m_' || to_char(part, 'YYYY'), part, part + interval '1 year');
  END LOOP;
  FOR part IN SELECT generate_series(date_trunc('month', greatest(raw_from, from_at)), to_at, interval '1 month') LOOP
    PERFORM report_partition(part);
  END LOOP;
END $$;

-- Drops the oldest partition that ends before the limits; returns its name, NULL where there is none. One at a time: a partition
-- that goes takes its parent for itself alone, and whoever waits for one parent must not hold the other.
DROP FUNCTION report_retention;
CREATE FUNCTION report_retention(raw_before timestamptz, quarters_before timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC'
SET lock_timeout = '2s' AS $$
DECLARE
  part text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('report_partition'));
  SELECT c.relname INTO part FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE CASE i.inhparent
      WHEN 'public.report'::regclass
        THEN to_timestamp(substr(c.relname, 8), 'YYYYMM') + interval '1 month' <= raw_before
      WHEN 'public.report_15m'::regclass
        THEN to_timestamp(substr(c.relname, 12), 'YYYY') + interval '1 year' <= quarters_before
    END
    ORDER BY c.relname LIMIT 1;
  IF part IS NOT NULL THEN EXECUTE format('DROP TABLE public.%I', part); END IF;
  DELETE FROM rollup_dirty WHERE bucket < date_trunc('month', raw_before);
  RETURN part;
END $$;
REVOKE ALL ON FUNCTION report_retention FROM PUBLIC;
GRANT EXECUTE ON FUNCTION report_retention TO smart_farm_ingest;
