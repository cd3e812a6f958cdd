-- What goods on the shelf are found by, with spelling mistakes too. Under row-level security no index serves likeness, so their words
-- stand apart: nobody may read these tables, `goods_found` gives ids out of them, and who asks sees which of those it may. A good that
-- is not on the shelf has no words here: that one exists is not told by what is found.

-- Each word once. One that no good has any more does no harm.
CREATE TABLE "good_word" ("word" text COLLATE "C" PRIMARY KEY NOT NULL);
CREATE TABLE "good_has_word" (
	"word" text COLLATE "C" NOT NULL,
	"good_id" text NOT NULL,
	CONSTRAINT "good_has_word_word_good_id_pk" PRIMARY KEY("word","good_id")
);
CREATE INDEX "good_word_like" ON "good_word" USING gin ("word" gin_trgm_ops);
-- The page of the mall, newest first.
CREATE INDEX "good_on_shelf" ON "good" USING btree ("created_at","id") WHERE status = 'released';

-- A text in parts: words, numbers, and Chinese from one sign that is none to the next.
CREATE FUNCTION search_parts(said text) RETURNS TABLE (place bigint, part text, kind text) LANGUAGE sql IMMUTABLE AS $$
	SELECT place, left(found[1], 60), CASE WHEN found[1] ~ '^[\u3400-\u4dbf\u4e00-\u9fff]' THEN 'chinese' WHEN found[1] ~ '^[0-9]' THEN 'number' ELSE 'word' END
		FROM regexp_matches(lower(normalize(said, NFKC)), '[\u3400-\u4dbf\u4e00-\u9fff]+|[0-9]+'
			|| '|[^\s!-@\[-`{-~\u0080-\u00bf\u00d7\u2000-\u206f\u3000-\u303f\u3400-\u4dbf\u4e00-\u9fff]+', 'g') WITH ORDINALITY AS f (found, place)
$$;

-- Signs of a Chinese text, and each two that stand beside each other.
CREATE FUNCTION chinese_words(said text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
	SELECT DISTINCT substr(said, at, many) FROM generate_series(1, length(said)) at, generate_series(1, 2) many
		WHERE at + many <= length(said) + 1
$$;

-- All that a text is found by. Two words are one as well: `lightbulb` is written `light bulb` by others.
CREATE FUNCTION search_words(said text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
	WITH parts AS (SELECT * FROM search_parts(said))
	SELECT part FROM parts WHERE kind <> 'chinese'
	UNION SELECT a.part || b.part FROM parts a JOIN parts b ON b.place = a.place + 1 WHERE a.kind = 'word' AND b.kind = 'word'
	UNION SELECT word FROM parts, chinese_words(part) word WHERE kind = 'chinese'
$$;

CREATE FUNCTION note_good_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE words text[];
BEGIN
	IF TG_OP <> 'INSERT' THEN
		DELETE FROM good_has_word WHERE word = ANY (ARRAY(SELECT search_words(OLD.sought))) AND good_id = OLD.id;
	END IF;
	IF TG_OP = 'DELETE' OR NEW.status <> 'released' THEN RETURN NULL; END IF;
	words := ARRAY(SELECT search_words(NEW.sought));
	-- In one order, so that two who store goods at once wait for each other and not in a circle.
	INSERT INTO good_word SELECT w FROM unnest(words) w WHERE NOT EXISTS (SELECT FROM good_word k WHERE k.word = w)
		ORDER BY w COLLATE "C" ON CONFLICT DO NOTHING;
	INSERT INTO good_has_word SELECT w, NEW.id FROM unnest(words) w ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
CREATE TRIGGER good_words_new AFTER INSERT ON "good" FOR EACH ROW WHEN (NEW.status = 'released') EXECUTE FUNCTION note_good_words();
CREATE TRIGGER good_words_changed AFTER UPDATE ON "good" FOR EACH ROW
	WHEN (OLD.status <> NEW.status OR OLD.sought <> NEW.sought) EXECUTE FUNCTION note_good_words();
CREATE TRIGGER good_words_gone AFTER DELETE ON "good" FOR EACH ROW EXECUTE FUNCTION note_good_words();

INSERT INTO good_has_word SELECT w, g.id FROM good g, search_words(g.sought) w WHERE g.status = 'released';
INSERT INTO good_word SELECT DISTINCT word FROM good_has_word;

-- Words with one mistake, as patterns of LIKE: a letter too many, a wrong one, one that is missing, two in the wrong order. The first
-- letter is right, and a long word may go on.
CREATE FUNCTION one_mistake(word text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
	SELECT array_agg(pattern || CASE WHEN length(word) > 4 THEN '%' ELSE '' END)
		FROM generate_series(1, length(word)) at, LATERAL (VALUES
			(left(word, at) || '_' || substr(word, at + 1)),
			(left(word, at) || substr(word, at + 2)),
			(left(word, at) || '_' || substr(word, at + 2)),
			(left(word, at) || substr(word, at + 2, 1) || substr(word, at + 1, 1) || substr(word, at + 3))
		) AS mistakes (pattern)
$$;

-- Which goods have a part, among some or (null) among all: those that have it as it is written, else those where it has one mistake,
-- else those with a word like it. Of a longer piece of Chinese every third sign may be another one, and its signs may stand in another
-- order. Nearest is 1. Goods are compared as `good_id || ''`, so that the words say where to look: there are fewer.
CREATE FUNCTION goods_with(part text, kind text, among text[]) RETURNS TABLE (good_id text, nearness real)
LANGUAGE plpgsql STABLE ROWS 1000 AS $$
DECLARE
	signs text[];
	pairs text[];
	words text[];
BEGIN
	IF kind = 'chinese' THEN
		SELECT array_agg(w) FILTER (WHERE length(w) = 1), coalesce(array_agg(w) FILTER (WHERE length(w) = 2), '{}')
			INTO signs, pairs FROM chinese_words(part) w;
		words := CASE WHEN pairs = '{}' THEN signs ELSE pairs END;
		RETURN QUERY SELECT h.good_id, 1::real FROM good_has_word h
			WHERE h.word = ANY (words) AND (among IS NULL OR h.good_id || '' = ANY (among))
			GROUP BY h.good_id HAVING count(*) = cardinality(words);
		IF FOUND OR cardinality(signs) < 3 THEN RETURN; END IF;
		words := signs || pairs;
		RETURN QUERY SELECT h.good_id, (count(*)::real / cardinality(words))::real FROM good_has_word h
			WHERE h.word = ANY (words) AND (among IS NULL OR h.good_id || '' = ANY (among)) GROUP BY h.good_id
			HAVING count(*) FILTER (WHERE length(h.word) = 1) >= cardinality(signs) - cardinality(signs) / 3;
		RETURN;
	END IF;
	FOR mistakes IN 0..2 LOOP
		-- No sign of LIKE is in a part. One letter is a word of its own, two are found where a word begins.
		words := CASE mistakes
			WHEN 0 THEN ARRAY(SELECT word FROM good_word WHERE word LIKE
				CASE length(part) WHEN 1 THEN part WHEN 2 THEN part || '%' ELSE '%' || part || '%' END)
			WHEN 1 THEN ARRAY(SELECT word FROM good_word
				WHERE word BETWEEN left(part, 1) AND left(part, 1) || E'\uffff' AND word LIKE ANY (one_mistake(part)))
			ELSE ARRAY(SELECT word FROM good_word WHERE word % part) END;
		RETURN QUERY SELECT h.good_id, max(CASE WHEN mistakes = 1 THEN 0.6 WHEN mistakes = 2 THEN 0.6 * similarity(h.word, part)
				WHEN h.word = part THEN 1 WHEN starts_with(h.word, part) THEN 0.9 ELSE 0.8 END)::real
			FROM good_has_word h WHERE h.word = ANY (words) AND (among IS NULL OR h.good_id || '' = ANY (among))
			GROUP BY h.good_id;
		-- A number with a mistake is another number, and a short word another word.
		IF FOUND OR kind = 'number' OR length(part) < mistakes + 3 THEN RETURN; END IF;
	END LOOP;
END $$;

-- Ids of the goods on the shelf that have all parts of what is typed, and how near each is. They say nothing by themselves: who asks
-- joins them to the goods it may see.
CREATE FUNCTION goods_found(typed text) RETURNS TABLE (good_id text, nearness real)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000 SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	asked record;
	ids text[];
	nears real[];
BEGIN
	-- Long ones first: fewest goods have them, and the others are looked for among those.
	FOR asked IN SELECT p.part, p.kind FROM search_parts(typed) p GROUP BY 1, 2 ORDER BY length(p.part) DESC, p.part LOOP
		SELECT array_agg(g.good_id), array_agg(g.nearness + coalesce(n.nearness, 0)) INTO ids, nears
			FROM goods_with(asked.part, asked.kind, ids) g LEFT JOIN unnest(ids, nears) n (good_id, nearness) USING (good_id);
		IF ids IS NULL THEN RETURN; END IF;
	END LOOP;
	RETURN QUERY SELECT * FROM unnest(ids, nears);
END $$;
REVOKE EXECUTE ON FUNCTION goods_found, goods_with FROM PUBLIC;
GRANT EXECUTE ON FUNCTION goods_found TO smart_farm_app;
