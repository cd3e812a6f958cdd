-- An order that was deleted is in no figure: nobody withdrew it.
CREATE OR REPLACE FUNCTION analysis_rows(counted text, first_day date, last_day date, farm text)
RETURNS TABLE (farm_path text, day date, key text, n bigint, amount numeric)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_custom_plan SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	zone text := (SELECT time_zone FROM office WHERE parent_id IS NULL);
	from_at timestamptz := coalesce(first_day::timestamp AT TIME ZONE zone, '-infinity');
	end_at timestamptz := coalesce((last_day + 1)::timestamp AT TIME ZONE zone, 'infinity');
	-- Of one customer by its office; of days everybody.
	lo text := coalesce(farm, '');
	hi text := coalesce(left(farm, -1) || '/', ':');
BEGIN
	CASE counted
	WHEN 'customer' THEN RETURN QUERY
		SELECT c.office_path, (t.at AT TIME ZONE zone)::date, t.key, 1::bigint, 0::numeric FROM customer c,
			LATERAL (VALUES ('new', c.created_at), ('lost', least(c.disabled_at, c.deleted_at))) t (key, at)
			WHERE c.approval = 'passed' AND c.office_path >= lo AND c.office_path < hi AND t.at >= from_at AND t.at < end_at
		UNION ALL
		SELECT h.office_path, (h.at AT TIME ZONE zone)::date, 'converted', 1::bigint, 0::numeric FROM customer_change h
			WHERE h.item = 'stage' AND h.after = '"formal"' AND h.before = '"trial"'
				AND h.office_path >= lo AND h.office_path < hi AND h.at >= from_at AND h.at < end_at;
	WHEN 'alarm', 'cause' THEN RETURN QUERY
		SELECT a.farm_path, (a.raised_at AT TIME ZONE zone)::date,
			CASE counted WHEN 'alarm' THEN a.code ELSE coalesce(a.cause, '') END, count(*), 0::numeric
		FROM alarm a WHERE a.office_path >= lo AND a.office_path < hi AND a.raised_at >= from_at AND a.raised_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'question', 'repair', 'inquiry' THEN RETURN QUERY
		WITH ticket AS (
			SELECT q.id, q.farm_path, q.office_path, q.made_at FROM question q WHERE counted = 'question'
			UNION ALL SELECT r.id, r.farm_path, r.office_path, r.made_at FROM repair r WHERE counted = 'repair'
			UNION ALL SELECT i.id, i.farm_path, i.office_path, i.made_at FROM inquiry i WHERE counted = 'inquiry'
		)
		SELECT t.farm_path, (t.made_at AT TIME ZONE zone)::date,
			CASE WHEN answer.at IS NULL THEN '' ELSE two_digits(worked_hours(t.made_at, answer.at, zone)) END, count(*), 0::numeric
		FROM ticket t LEFT JOIN LATERAL (
			SELECT min(e.at) AS at FROM record_entry e WHERE e.record_id = t.id AND e.actor_kind = 1 AND e.step <> 'create'
				AND e.module = CASE counted WHEN 'question' THEN 'questions' WHEN 'repair' THEN 'repairs' ELSE 'inquiries' END
		) answer ON true
		WHERE t.office_path >= lo AND t.office_path < hi AND t.made_at >= from_at AND t.made_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'order' THEN RETURN QUERY
		SELECT o.farm_path, (o.made_at AT TIME ZONE zone)::date,
			CASE WHEN o.withdrawn_at IS NULL THEN o.state ELSE 'withdrawn' END, count(*), 0::numeric
		FROM customer_order o WHERE o.deleted_at IS NULL AND o.office_path >= lo AND o.office_path < hi AND o.made_at >= from_at AND o.made_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'amount' THEN RETURN QUERY
		-- Of orders whose price is known.
		SELECT o.farm_path, (o.made_at AT TIME ZONE zone)::date, o.currency, count(o.sum), coalesce(sum(o.sum), 0)
		FROM customer_order o WHERE o.withdrawn_at IS NULL AND o.deleted_at IS NULL
			AND o.office_path >= lo AND o.office_path < hi AND o.made_at >= from_at AND o.made_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'good' THEN RETURN QUERY
		SELECT o.farm_path, (o.made_at AT TIME ZONE zone)::date, coalesce(l ->> 'goodId', ''), sum((l ->> 'quantity')::bigint)::bigint,
			0::numeric
		FROM customer_order o, jsonb_array_elements(o.lines) l WHERE o.withdrawn_at IS NULL AND o.deleted_at IS NULL
			AND o.office_path >= lo AND o.office_path < hi AND o.made_at >= from_at AND o.made_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'article' THEN RETURN QUERY
		SELECT o.farm_path, (r.hour AT TIME ZONE zone)::date, r.family, sum(r.reads)::bigint, 0::numeric
		FROM article_hour r JOIN office o ON o.path = r.office_path
		WHERE r.office_path >= lo AND r.office_path < hi AND r.hour >= from_at AND r.hour < end_at
		GROUP BY 1, 2, 3;
	WHEN 'screen' THEN RETURN QUERY
		SELECT o.farm_path, (v.started_at AT TIME ZONE zone)::date, a.kind || ' ' || v.screen, count(*), 0::numeric
		FROM screen_visit v JOIN account a ON a.id = v.account_id JOIN office o ON o.path = v.office_path
		WHERE v.office_path >= lo AND v.office_path < hi AND v.started_at >= from_at AND v.started_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'device' THEN RETURN QUERY
		SELECT o.farm_path, m.month + i - 1, k.key, sum(k.seconds)::bigint, 0::numeric
		FROM device_month m JOIN office o ON o.path = m.office_path, generate_subscripts(m.known, 1) i,
			LATERAL (VALUES ('known', m.known[i]), ('online', m.online[i])) k (key, seconds)
		WHERE m.office_path >= lo AND m.office_path < hi
			AND m.month >= date_trunc('month', coalesce(first_day, '-infinity')) AND m.month <= coalesce(last_day, 'infinity')
			AND m.month + i - 1 >= coalesce(first_day, '-infinity') AND m.month + i - 1 <= coalesce(last_day, 'infinity')
		GROUP BY 1, 2, 3;
	END CASE;
END $$;
DROP TRIGGER analysis_changed ON "customer_order";
CREATE TRIGGER analysis_changed AFTER UPDATE ON "customer_order" FOR EACH ROW
	WHEN ((OLD.state, OLD.withdrawn_at, OLD.deleted_at, OLD.currency, OLD.sum, OLD.lines, OLD.made_at)
		IS DISTINCT FROM (NEW.state, NEW.withdrawn_at, NEW.deleted_at, NEW.currency, NEW.sum, NEW.lines, NEW.made_at)) EXECUTE FUNCTION touch_changed();
-- Days on which orders were deleted before are counted again.
INSERT INTO analysis_touched (what, at) SELECT w, o.made_at FROM customer_order o, unnest(ARRAY['order', 'amount', 'good']) w
	WHERE o.deleted_at IS NOT NULL;
