-- What a machine had run on the day before its overhaul was done is no hour since: kept by metric when the count begins.
ALTER TABLE "overhaul_plan" ADD COLUMN "ran_before" jsonb;

-- Hours of a house's machines of the present UTC day so far, as last counted.
CREATE FUNCTION running_today(asked_house text) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
  SELECT coalesce(jsonb_object_agg(r.metric, r.hours), '{}') FROM running_day r
  WHERE r.house_id = asked_house AND r.day = current_date AND current_setting('app.farm', true) = '*'
$$;

-- As before, but without what had run on the first day already. Where that is not known, of the first day the part that was left.
DROP FUNCTION running_since(text, text[], timestamptz);
CREATE FUNCTION running_since(asked_house text, metrics text[], since timestamptz, before jsonb)
RETURNS TABLE (hours double precision, per_day double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
  SELECT coalesce(sum(CASE
      WHEN r.day > since::date THEN r.hours
      WHEN before IS NULL THEN r.hours * least(1, extract(epoch FROM (r.day + 1) - since) / 86400.0)
      ELSE greatest(0, r.hours - coalesce((before ->> r.metric)::double precision, 0)) END)
      FILTER (WHERE r.day >= since::date), 0),
    avg(r.hours) FILTER (WHERE r.day >= current_date - 14 AND r.day < current_date)
  FROM running_day r
  WHERE r.house_id = asked_house AND r.metric = ANY (metrics) AND current_setting('app.farm', true) = '*'
  GROUP BY r.metric
$$;
REVOKE EXECUTE ON FUNCTION running_since, running_today FROM PUBLIC;
GRANT EXECUTE ON FUNCTION running_since, running_today TO smart_farm_app;
