-- As before. Since PostgreSQL 18 the plan of such a function is kept for all its callers: with "no house was asked for, or it is this
-- one" in one condition it looked through every house of the installation for a chart of one. Each question has its own part now, and
-- the part that was not asked costs nothing.
CREATE OR REPLACE FUNCTION chart_spans(asked_house text, asked_device text, from_at timestamptz, to_at timestamptz)
RETURNS TABLE (house text, device integer, starts timestamptz, ends timestamptz, bound_to timestamptz, zone text)
LANGUAGE sql STABLE ROWS 2 SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH RECURSIVE place(id) AS (
    SELECT asked_device
    UNION
    SELECT d.replaces_id FROM place p JOIN public.device d ON d.id = p.id
    WHERE asked_house IS NOT NULL AND d.replaces_id IS NOT NULL
  ), bound AS (
    SELECT s.house_id, s.device_id, s."from", s."to", s.office_path FROM public.house_device s
    WHERE asked_device IS NULL AND s.house_id = asked_house AND s.main
    UNION ALL
    SELECT s.house_id, s.device_id, s."from", s."to", s.office_path FROM public.house_device s
    WHERE asked_device IS NOT NULL AND s.device_id = ANY (ARRAY(SELECT id FROM place))
      AND (asked_house IS NULL OR s.house_id = asked_house)
  ), served AS (
    -- An interval that only another choice of the main controller ended goes on.
    SELECT h.id AS house, s.device_id, coalesce(h.time_zone, o.time_zone) AS zone,
      unnest(range_agg(tstzrange(s."from", s."to"))) AS span
    FROM bound s
    -- By its key, one after another: a scope looks like a single row to the planner, whatever is in it.
    CROSS JOIN LATERAL (SELECT * FROM public.house WHERE id = s.house_id OFFSET 0) h
    CROSS JOIN LATERAL (SELECT * FROM public.office WHERE id = h.office_id OFFSET 0) o
    WHERE h.office_path >= current_setting('app.lo', true) AND h.office_path < current_setting('app.hi', true)
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
