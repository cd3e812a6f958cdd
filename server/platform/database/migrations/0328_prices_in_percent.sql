-- A price less so much percent, no coarser than the price itself or the smallest coin of its currency: parts cost less than a cent,
-- and a yen has no hundredths.
CREATE FUNCTION list_price(price numeric, percent double precision, currency text)
RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
	SELECT round((price * (100 - percent)::numeric / 100), greatest(scale(trim_scale(price)),
		CASE currency WHEN 'JPY' THEN 0 WHEN 'KWD' THEN 3 ELSE 2 END))
$$;

-- What a buyer pays where it is not the general price, and by what: a price of its own first, then the line of a list, then the
-- percent of a list; of several lists the one that began last. Of these goods, or of all. Called by functions that check who asks.
CREATE OR REPLACE FUNCTION prices_with_source(payer text, among text[])
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
		SELECT g.id, NULL, list_price(g.price, v.percent, g.currency), g.currency, 'percent', v.id, 2, v.place
		FROM valid v CROSS JOIN good g WHERE v.percent > 0 AND g.price IS NOT NULL AND (among IS NULL OR g.id = ANY (among))
		UNION ALL
		SELECT s.good_id, s.id, list_price(s.price, v.percent, g.currency), g.currency, 'percent', v.id, 2, v.place
		FROM valid v CROSS JOIN good_variant s JOIN good g ON g.id = s.good_id
		WHERE v.percent > 0 AND s.price IS NOT NULL AND (among IS NULL OR s.good_id = ANY (among))
	)
	SELECT DISTINCT ON (o.good_id, o.variant_id) o.good_id, o.variant_id, o.price, o.currency, o.source, o.list_id
	FROM offered o ORDER BY o.good_id, o.variant_id, o.rank, o.place
$$;
