-- A search at twenty thousand goods: each word is looked up once, whatever it is called otherwise. Before, every way to say the whole
-- text was searched for itself, and what was found of one word was compared with what was found of another one by one.

-- Words that say nothing of a good, unless nothing else was typed.
CREATE FUNCTION is_filler(part text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT part IN ('a', 'an', 'and', 'as', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with', '的', '用', '和')
$$;

-- What of a text has to be had, as parts: of each clause one alternative, of an alternative all parts. The longest words that have
-- synonyms are clauses with these as alternatives, what is left of the text is a clause for each part. Alternatives but the typed one
-- count for less.
CREATE FUNCTION search_clauses(typed text) RETURNS TABLE (clause int, alternative int, less real, part text, kind text)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 20 SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	rest text := search_form(typed);
	clauses int := 0;
	known record;
BEGIN
	IF rest IS NULL THEN RETURN; END IF;
	FOR known IN SELECT one.term, array_agg(one.synonym_id) AS ids
			FROM (SELECT DISTINCT ON (t.synonym_id) t.synonym_id, t.term FROM search_term t WHERE position(t.term IN rest) > 0
				ORDER BY t.synonym_id, length(t.term) DESC, t.term) one
			GROUP BY 1 ORDER BY length(one.term) DESC, one.term LOOP
		CONTINUE WHEN position(known.term IN rest) = 0;
		rest := replace(rest, known.term, ' ');
		clauses := clauses + 1;
		RETURN QUERY SELECT clauses, a.nr::int, CASE WHEN a.term = known.term THEN 0 ELSE 0.3 END::real, p.part, p.kind
			FROM (SELECT t.term, row_number() OVER (ORDER BY t.term) AS nr FROM search_term t WHERE t.synonym_id = ANY (known.ids) GROUP BY 1) a,
				search_parts(a.term) p;
	END LOOP;
	RETURN QUERY SELECT (clauses + row_number() OVER (ORDER BY p.part))::int, 1, 0::real, p.part, p.kind
		FROM search_parts(rest) p WHERE NOT is_filler(p.part) OR (clauses = 0 AND NOT EXISTS (
			SELECT FROM search_parts(rest) q WHERE NOT is_filler(q.part))) GROUP BY p.part, p.kind;
END $$;

DROP FUNCTION goods_with(text, text, text[], boolean);
CREATE FUNCTION goods_with(part text, kind text, among text[], strictly boolean) RETURNS TABLE (good_id text, nearness real)
LANGUAGE plpgsql STABLE ROWS 1000 AS $$
DECLARE
	signs text[];
	pairs text[];
	words text[];
	stem text := english_stem(part);
BEGIN
	IF kind = 'chinese' THEN
		SELECT array_agg(w) FILTER (WHERE length(w) = 1), coalesce(array_agg(w) FILTER (WHERE length(w) = 2), '{}')
			INTO signs, pairs FROM chinese_words(part) w;
		words := CASE WHEN pairs = '{}' THEN signs ELSE pairs END;
		RETURN QUERY SELECT h.good_id, 1::real FROM good_has_word h
			WHERE h.word = ANY (words) AND (among IS NULL OR h.good_id IN (SELECT unnest(among)))
			GROUP BY h.good_id HAVING count(*) = cardinality(words);
		IF FOUND OR strictly OR cardinality(signs) < 3 THEN RETURN; END IF;
		words := signs || pairs;
		RETURN QUERY SELECT h.good_id, (count(*)::real / cardinality(words))::real FROM good_has_word h
			WHERE h.word = ANY (words) AND (among IS NULL OR h.good_id IN (SELECT unnest(among))) GROUP BY h.good_id
			HAVING count(*) FILTER (WHERE length(h.word) = 1) >= cardinality(signs) - cardinality(signs) / 3;
		RETURN;
	END IF;
	FOR mistakes IN 0..CASE WHEN strictly THEN 0 ELSE 2 END LOOP
		-- No sign of LIKE is in a part. One letter is a word of its own, two are found where a word begins. What has the stem in it has
		-- the whole part too.
		words := CASE mistakes
			WHEN 0 THEN ARRAY(SELECT word FROM good_word WHERE word LIKE
				CASE length(part) WHEN 1 THEN part WHEN 2 THEN part || '%' ELSE '%' || stem || '%' END)
			WHEN 1 THEN ARRAY(SELECT word FROM good_word
				WHERE word BETWEEN left(part, 1) AND left(part, 1) || E'\uffff' AND word LIKE ANY (one_mistake(part)))
			ELSE ARRAY(SELECT word FROM good_word WHERE word % part) END;
		-- A stem that ends in another letter is not in the part.
		IF mistakes = 0 AND NOT starts_with(part, stem) THEN
			words := words || ARRAY(SELECT word FROM good_word WHERE word LIKE '%' || part || '%');
		END IF;
		RETURN QUERY SELECT h.good_id, max(w.near)::real
			FROM (SELECT one, CASE WHEN mistakes = 1 THEN 0.6 WHEN mistakes = 2 THEN 0.6 * similarity(one, part)
				WHEN one = part THEN 1 WHEN one = stem THEN 0.95 WHEN starts_with(one, part) THEN 0.9 ELSE 0.8 END AS near
				FROM unnest(words) one) w JOIN good_has_word h ON h.word = w.one
			WHERE among IS NULL OR h.good_id IN (SELECT unnest(among))
			GROUP BY h.good_id;
		-- A number with a mistake is another number, and a short word another word.
		IF FOUND OR kind = 'number' OR length(part) < mistakes + 3 THEN RETURN; END IF;
	END LOOP;
END $$;

-- Goods that have something of every clause; unless `strictly`, what was typed may have a mistake, synonyms may not.
CREATE FUNCTION goods_with_clauses(typed text, strictly boolean) RETURNS TABLE (good_id text, nearness real)
LANGUAGE plpgsql STABLE ROWS 1000 AS $$
DECLARE
	wanted int;
	parts text[];
	kinds text[];
	clauses int[];
	alternatives int[];
	lesses real[];
BEGIN
	SELECT array_agg(c.part), array_agg(c.kind), array_agg(c.clause), array_agg(c.alternative), array_agg(c.less), count(DISTINCT c.clause)
		INTO parts, kinds, clauses, alternatives, lesses, wanted FROM search_clauses(typed) c;
	RETURN QUERY WITH asked AS (SELECT * FROM unnest(clauses, alternatives, lesses, parts, kinds) a (clause, alternative, less, part, kind)),
		had AS MATERIALIZED (SELECT p.part, p.less, f.good_id, f.nearness FROM (SELECT DISTINCT a.part, a.kind, a.less FROM asked a) p,
			goods_with(p.part, p.kind, NULL, strictly OR p.less > 0) f),
		whole AS (SELECT a.clause, a.alternative, a.less, count(*) AS parts FROM asked a GROUP BY 1, 2, 3),
		alternative AS (SELECT a.clause, a.alternative, h.good_id, avg(h.nearness) - a.less AS near, count(*) AS parts
			FROM asked a JOIN had h ON h.part = a.part AND h.less = a.less GROUP BY a.clause, a.alternative, a.less, h.good_id),
		clause AS (SELECT b.clause, b.good_id, max(b.near) AS near FROM alternative b
			JOIN whole w ON w.clause = b.clause AND w.alternative = b.alternative AND w.parts = b.parts GROUP BY 1, 2)
		SELECT c.good_id, sum(c.near)::real FROM clause c GROUP BY 1 HAVING count(*) = wanted;
END $$;

CREATE OR REPLACE FUNCTION goods_found(typed text) RETURNS TABLE (good_id text, nearness real)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	RETURN QUERY SELECT * FROM goods_with_clauses(typed, true);
	IF FOUND THEN RETURN; END IF;
	-- Pinyin is written with and without spaces.
	RETURN QUERY SELECT * FROM goods_with_all(regexp_replace(normalize(typed, NFKC), '([a-zA-Z])\s+(?=[a-zA-Z])', '\1', 'g'), 'sound');
	IF FOUND THEN RETURN; END IF;
	RETURN QUERY SELECT * FROM goods_with_all(typed, 'mistakes');
	IF FOUND THEN RETURN; END IF;
	RETURN QUERY SELECT * FROM goods_with_clauses(typed, false);
END $$;
REVOKE EXECUTE ON FUNCTION search_clauses, goods_with, goods_with_clauses FROM PUBLIC;
