-- A file of goods in half the time: what goods of one statement are found by is worked out once for each different part of their texts,
-- of which goods share most, instead of good by good; and what was changed is compared once, most often to find that only prices were.

-- All that goods are found by: the words of their texts, and how their Chinese names sound; a word may come more than once. The sound of
-- each sign is looked up by itself: for a single good, all signs would be read to join them.
CREATE FUNCTION goods_terms(ids text[], texts text[], names text[]) RETURNS TABLE (id text, words text[])
LANGUAGE sql STABLE ROWS 100 SET work_mem = '64MB' AS $$
	WITH parts AS MATERIALIZED (SELECT t.id, p.place, p.part, p.kind FROM unnest(ids, texts) t (id, text), search_parts(t.text) p),
		known AS MATERIALIZED (SELECT d.part, d.kind, CASE d.kind WHEN 'chinese' THEN ARRAY(SELECT chinese_words(d.part))
			WHEN 'word' THEN ARRAY[d.part, english_stem(d.part)] ELSE ARRAY[d.part] END AS words FROM (SELECT DISTINCT part, kind FROM parts) d),
		named AS MATERIALIZED (SELECT t.id, p.part FROM unnest(ids, names) t (id, name), search_parts(t.name) p WHERE p.kind = 'chinese'),
		sounds AS MATERIALIZED (SELECT d.part, '~' || string_agg(left(s.sound, 1), '' ORDER BY at) || '~ ' || string_agg(s.sound, ' ' ORDER BY at) || ' ' AS word
			FROM (SELECT DISTINCT part FROM named) d, generate_series(1, length(d.part)) at
				LEFT JOIN LATERAL (SELECT g.sound FROM sign_sound g WHERE g.sign = substr(d.part, at, 1) OFFSET 0) s ON true
			GROUP BY 1 HAVING bool_and(s.sound IS NOT NULL))
	SELECT w.id, array_agg(w.word) FROM (
			SELECT p.id, unnest(k.words) AS word FROM parts p JOIN known k USING (part, kind)
			UNION ALL SELECT p.id, p.part || p.next FROM (SELECT a.id, a.part, a.kind, lead(a.part) OVER by_place AS next, lead(a.kind) OVER by_place AS next_kind
				FROM parts a WINDOW by_place AS (PARTITION BY a.id ORDER BY a.place)) p WHERE p.kind = 'word' AND p.next_kind = 'word'
			UNION ALL SELECT n.id, s.word FROM named n JOIN sounds s USING (part)) w
		GROUP BY 1
$$;
REVOKE EXECUTE ON FUNCTION goods_terms FROM PUBLIC;

-- Notes the words of the goods of one statement. The transaction of a large file takes over in between: its end would take too long.
CREATE OR REPLACE FUNCTION note_good_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	-- Goods on the shelf, before and after, whose words may be others.
	before_ids text[] := '{}';
	befores text[] := '{}';
	before_names text[] := '{}';
	after_ids text[] := '{}';
	afters text[] := '{}';
	after_names text[] := '{}';
BEGIN
	IF TG_OP = 'INSERT' THEN
		SELECT array_agg(id), array_agg(sought), array_agg(chinese_name) INTO after_ids, afters, after_names FROM added WHERE status = 'released';
	ELSIF TG_OP = 'DELETE' THEN
		SELECT array_agg(id), array_agg(sought), array_agg(chinese_name) INTO before_ids, befores, before_names FROM removed WHERE status = 'released';
	ELSE
		SELECT array_agg(id) FILTER (WHERE r.status = 'released'), array_agg(r.sought) FILTER (WHERE r.status = 'released'),
				array_agg(r.chinese_name) FILTER (WHERE r.status = 'released'), array_agg(id) FILTER (WHERE a.status = 'released'),
				array_agg(a.sought) FILTER (WHERE a.status = 'released'), array_agg(a.chinese_name) FILTER (WHERE a.status = 'released')
			INTO before_ids, befores, before_names, after_ids, afters, after_names
			FROM removed r JOIN added a USING (id) WHERE a.status <> r.status OR a.sought <> r.sought;
	END IF;
	IF before_ids IS NULL AND after_ids IS NULL THEN RETURN NULL; END IF;
	INSERT INTO good_place (good_id, sought) SELECT id, text FROM unnest(after_ids, afters) a (id, text)
		ON CONFLICT (good_id) DO UPDATE SET sought = excluded.sought;
	INSERT INTO good_words_due (place, lost, gained)
		SELECT p.place, ARRAY(SELECT unnest(b.words) EXCEPT SELECT unnest(a.words)), ARRAY(SELECT unnest(a.words) EXCEPT SELECT unnest(b.words))
			FROM goods_terms(before_ids, befores, before_names) b
			FULL JOIN goods_terms(after_ids, afters, after_names) a USING (id)
			JOIN good_place p ON p.good_id = id;
	DELETE FROM good_place p USING (SELECT unnest(before_ids) EXCEPT SELECT unnest(after_ids)) gone (id) WHERE p.good_id = gone.id;
	IF (SELECT sum(cardinality(lost) + cardinality(gained)) FROM good_words_due) > 100000 THEN
		SET CONSTRAINTS good_words_written IMMEDIATE;
		SET CONSTRAINTS good_words_written DEFERRED;
	END IF;
	RETURN NULL;
END $$;
DROP FUNCTION good_terms;
