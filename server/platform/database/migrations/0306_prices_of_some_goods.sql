-- A page of goods needs the prices of its goods alone: with a list in percent, those of all goods were computed for it.
DROP FUNCTION prices_of;
DROP FUNCTION price_sources;
DROP FUNCTION prices_with_source;

-- What a buyer pays where it is not the general price, and by what: a price of its own first, then the line of a list, then the
-- percent of a list; of several lists the one that began last. Of these goods, or of all. Called by functions that check who asks.
CREATE FUNCTION prices_with_source(payer text, among text[])
RETURNS TABLE (good_id text, variant_id text, price numeric, currency text, source text, list_id text)
LANGUAGE sql STABLE AS $$
	WITH valid AS (
		SELECT l.id, l.percent, row_number() OVER (ORDER BY l.from_on DESC NULLS LAST, l.created_at DESC, l.id) AS place
		FROM price_list l JOIN price_list_buyer b ON b.list_id = l.id
			CROSS JOIN (SELECT (now() AT TIME ZONE o.time_zone)::date AS day FROM office o WHERE o.parent_id IS NULL) today
		WHERE b.buyer_path = payer AND coalesce(l.from_on <= today.day, true) AND coalesce(l.until_on >= today.day, true)
	), offered AS (
		SELECT p.good_id, p.variant_id, p.price, p.currency, 'buyer' AS source, NULL AS list_id, 0 AS rank, 0 AS place
		FROM good_price p WHERE p.buyer_path = payer AND (among IS NULL OR p.good_id = ANY (among))
		UNION ALL
		SELECT i.good_id, i.variant_id, i.price, i.currency, 'list', v.id, 1, v.place FROM valid v JOIN price_list_line i ON i.list_id = v.id
		WHERE among IS NULL OR i.good_id = ANY (among)
		UNION ALL
		SELECT g.id, NULL, round((g.price * (100 - v.percent) / 100)::numeric, 2), g.currency, 'percent', v.id, 2, v.place
		FROM valid v CROSS JOIN good g WHERE v.percent > 0 AND g.price IS NOT NULL AND (among IS NULL OR g.id = ANY (among))
		UNION ALL
		SELECT s.good_id, s.id, round((s.price * (100 - v.percent) / 100)::numeric, 2), g.currency, 'percent', v.id, 2, v.place
		FROM valid v CROSS JOIN good_variant s JOIN good g ON g.id = s.good_id
		WHERE v.percent > 0 AND s.price IS NOT NULL AND (among IS NULL OR s.good_id = ANY (among))
	)
	SELECT DISTINCT ON (o.good_id, o.variant_id) o.good_id, o.variant_id, o.price, o.currency, o.source, o.list_id
	FROM offered o ORDER BY o.good_id, o.variant_id, o.rank, o.place
$$;
REVOKE ALL ON FUNCTION prices_with_source FROM PUBLIC;

-- Null as buyer: whoever asks. For another buyer only the provider may ask; anybody else gets nothing.
CREATE FUNCTION prices_of(buyer text, among text[] DEFAULT NULL)
RETURNS TABLE (good_id text, variant_id text, price numeric, currency text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
	lo text := current_setting('app.lo', true);
	hi text := current_setting('app.hi', true);
	farm text := current_setting('app.farm', true);
	asking text;
	is_provider boolean;
BEGIN
	PERFORM system_scope();
	SELECT o.path INTO asking FROM office o
		WHERE o.path = farm OR (coalesce(farm, '') = '' AND o.kind = 'agent' AND starts_with(lo, o.path))
		ORDER BY length(o.path) DESC LIMIT 1;
	SELECT true INTO is_provider FROM office o WHERE o.parent_id IS NULL AND o.path = lo;
	IF is_provider OR buyer IS NULL OR buyer = asking THEN
		RETURN QUERY SELECT p.good_id, p.variant_id, p.price, p.currency FROM prices_with_source(coalesce(buyer, asking), among) p;
	END IF;
	PERFORM set_config('app.lo', lo, true), set_config('app.hi', hi, true), set_config('app.farm', farm, true);
END $$;

-- The same with what each price comes from, for the provider alone.
CREATE FUNCTION price_sources(buyer text, among text[] DEFAULT NULL)
RETURNS TABLE (good_id text, variant_id text, price numeric, currency text, source text, list_id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
	lo text := current_setting('app.lo', true);
	hi text := current_setting('app.hi', true);
	farm text := current_setting('app.farm', true);
BEGIN
	PERFORM system_scope();
	IF EXISTS (SELECT FROM office o WHERE o.parent_id IS NULL AND o.path = lo) THEN
		RETURN QUERY SELECT * FROM prices_with_source(buyer, among);
	END IF;
	PERFORM set_config('app.lo', lo, true), set_config('app.hi', hi, true), set_config('app.farm', farm, true);
END $$;
REVOKE ALL ON FUNCTION price_sources FROM PUBLIC;
GRANT EXECUTE ON FUNCTION prices_of, price_sources TO smart_farm_app;
