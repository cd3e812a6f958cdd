-- A search at twenty thousand goods in milliseconds: each good on the shelf is one bit, each word says in blocks of bits which goods have
-- it, and what is typed is answered by "and" and "or" of these. Before, thousands of rows of every word were gathered, sorted and compared.

-- The goods on the shelf, each with its place among the bits and the text it was last found by.
CREATE TABLE "good_place" (
	"place" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (MINVALUE 0 START WITH 0),
	"good_id" text NOT NULL,
	"sought" text NOT NULL,
	CONSTRAINT "good_place_good_id_unique" UNIQUE("good_id")
);
CREATE TABLE "good_posting" (
	"word" text COLLATE "C" NOT NULL,
	"block" integer NOT NULL,
	"goods" bit(4096) NOT NULL,
	CONSTRAINT "good_posting_word_block_pk" PRIMARY KEY("word","block")
);
-- Words that goods gained and lost in a transaction, until its end.
CREATE TABLE "good_words_due" (
	"nr" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"place" integer NOT NULL,
	"lost" text[] COLLATE "C" NOT NULL,
	"gained" text[] COLLATE "C" NOT NULL
);

DROP TRIGGER good_words_new ON "good";
DROP TRIGGER good_words_changed ON "good";
DROP TRIGGER good_words_gone ON "good";
DROP FUNCTION note_good_words, goods_found, goods_near, goods_with_clauses, goods_with_all, goods_sounding, goods_with;
DROP TABLE good_has_word;
DROP TABLE good_sound;
-- How the Chinese names of goods on the shelf sound, `~fjpd~ feng ji pi dai `: words too, but found in their own way.
CREATE TABLE "good_sound" ("sound" text COLLATE "C" PRIMARY KEY NOT NULL);
CREATE INDEX "good_sound_like" ON "good_sound" USING gin ("sound" gin_trgm_ops);

-- One good of a block.
CREATE FUNCTION good_bit(place int) RETURNS bit LANGUAGE sql IMMUTABLE AS $$
	SELECT set_bit(repeat('0', 4096)::bit(4096), place % 4096, 1)
$$;

-- The goods of a block; most pieces of a rare word's block are empty.
CREATE FUNCTION good_places(block int, goods bit) RETURNS SETOF int LANGUAGE sql IMMUTABLE ROWS 500 AS $$
	SELECT block * 4096 + piece * 64 + at FROM generate_series(0, 63) piece, LATERAL (SELECT substring(goods FROM piece * 64 + 1 FOR 64) AS bits OFFSET 0) p,
		generate_series(0, 63) at WHERE bit_count(bits) > 0 AND get_bit(bits, at) = 1
$$;

-- A block's goods that are among others, which are given by block; without any all of them.
CREATE FUNCTION goods_among(block int, goods bit, blocks int[], among varbit[]) RETURNS varbit LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN blocks IS NULL THEN goods ELSE goods & among[array_position(blocks, block)] END
$$;

-- Takes over what goods gained and lost in this transaction. Only at its end: whoever changes a word waits for others who change it.
-- Blocks are looked up by their key: of one good's words there are few, whatever the planner believes of what is due.
CREATE FUNCTION write_good_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off SET work_mem = '64MB' AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM good_words_due WHERE nr = NEW.nr) THEN RETURN NULL; END IF;
	PERFORM pg_advisory_xact_lock(hashtext('words of goods'));
	WITH due AS (DELETE FROM good_words_due RETURNING place, lost, gained),
		changed AS (SELECT word, place, sum(change) AS change
			FROM (SELECT place, unnest(lost) AS word, -1 AS change FROM due UNION ALL SELECT place, unnest(gained), 1 FROM due) each
			GROUP BY 1, 2 HAVING sum(change) <> 0),
		bits AS MATERIALIZED (SELECT word, place / 4096 AS block, bit_or(good_bit(place)) FILTER (WHERE change < 0) AS lost,
			bit_or(good_bit(place)) FILTER (WHERE change > 0) AS gained FROM changed GROUP BY 1, 2),
		words AS (INSERT INTO good_word SELECT DISTINCT word FROM bits WHERE gained IS NOT NULL AND NOT starts_with(word, '~')
			ON CONFLICT DO NOTHING),
		sounds AS (INSERT INTO good_sound SELECT DISTINCT word FROM bits WHERE gained IS NOT NULL AND starts_with(word, '~')
			ON CONFLICT DO NOTHING)
	MERGE INTO good_posting p USING bits b ON p.word = b.word AND p.block = b.block
		WHEN MATCHED AND b.gained IS NULL AND bit_count(p.goods & ~b.lost) = 0 THEN DELETE
		WHEN MATCHED THEN UPDATE SET goods = (p.goods & ~coalesce(b.lost, repeat('0', 4096)::bit(4096))) | coalesce(b.gained, repeat('0', 4096)::bit(4096))
		WHEN NOT MATCHED AND b.gained IS NOT NULL THEN INSERT VALUES (b.word, b.block, b.gained);
	RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER good_words_written AFTER INSERT ON "good_words_due" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION write_good_words();

-- All that a good is found by: the words of its text, and how its Chinese names sound. The sound of each sign is looked up by itself.
CREATE FUNCTION good_terms(sought text, name text) RETURNS text[] LANGUAGE sql STABLE SET enable_hashjoin = off SET enable_mergejoin = off AS $$
	SELECT ARRAY(SELECT search_words(sought) UNION
		SELECT '~' || string_agg(left(s.sound, 1), '' ORDER BY c.place) || '~ ' || string_agg(s.sound, ' ' ORDER BY c.place) || ' '
			FROM search_parts(name) p, regexp_split_to_table(p.part, '') WITH ORDINALITY c (sign, place) LEFT JOIN sign_sound s USING (sign)
			WHERE p.kind = 'chinese' GROUP BY p.place HAVING bool_and(s.sound IS NOT NULL))
$$;

-- Notes the words of the goods of one statement. The transaction of a large file takes over in between: its end would take too long.
CREATE FUNCTION note_good_words() RETURNS trigger
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
		SELECT array_agg(id), array_agg(r.sought), array_agg(r.chinese_name) INTO before_ids, befores, before_names
			FROM removed r JOIN added a USING (id) WHERE r.status = 'released' AND (a.status <> r.status OR a.sought <> r.sought);
		SELECT array_agg(id), array_agg(a.sought), array_agg(a.chinese_name) INTO after_ids, afters, after_names
			FROM removed r JOIN added a USING (id) WHERE a.status = 'released' AND (a.status <> r.status OR a.sought <> r.sought);
	END IF;
	IF before_ids IS NULL AND after_ids IS NULL THEN RETURN NULL; END IF;
	INSERT INTO good_place (good_id, sought) SELECT id, text FROM unnest(after_ids, afters) a (id, text)
		ON CONFLICT (good_id) DO UPDATE SET sought = excluded.sought;
	INSERT INTO good_words_due (place, lost, gained)
		SELECT p.place, ARRAY(SELECT unnest(b.words) EXCEPT SELECT unnest(a.words)), ARRAY(SELECT unnest(a.words) EXCEPT SELECT unnest(b.words))
			FROM (SELECT id, good_terms(text, name) AS words FROM unnest(before_ids, befores, before_names) t (id, text, name)) b
			FULL JOIN (SELECT id, good_terms(text, name) AS words FROM unnest(after_ids, afters, after_names) t (id, text, name)) a USING (id)
			JOIN good_place p ON p.good_id = id;
	DELETE FROM good_place p USING (SELECT unnest(before_ids) EXCEPT SELECT unnest(after_ids)) gone (id) WHERE p.good_id = gone.id;
	IF (SELECT sum(cardinality(lost) + cardinality(gained)) FROM good_words_due) > 100000 THEN
		SET CONSTRAINTS good_words_written IMMEDIATE;
		SET CONSTRAINTS good_words_written DEFERRED;
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER good_words_new AFTER INSERT ON "good" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_good_words();
CREATE TRIGGER good_words_changed AFTER UPDATE ON "good" REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_good_words();
CREATE TRIGGER good_words_gone AFTER DELETE ON "good" REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION note_good_words();

-- Which goods have a part, among some or all (see `goods_among`), by nearness: as it is written or without the ending of a plural; unless
-- `strictly`, else those where it has one mistake, else those with one of the words most like it. Of a longer piece of Chinese every third
-- sign may be another one, and its signs may stand in another order. Nearest is 1; a good may be in several nearnesses.
CREATE FUNCTION goods_with(part text, kind text, strictly boolean, blocks int[], among varbit[])
RETURNS TABLE (near real, block int, goods varbit) LANGUAGE plpgsql STABLE ROWS 20 AS $$
#variable_conflict use_column
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
		RETURN QUERY SELECT 1::real, w.block, w.goods FROM (SELECT p.block, goods_among(p.block, bit_and(p.goods), blocks, among) AS goods
				FROM good_posting p WHERE p.word = ANY (words) GROUP BY p.block HAVING count(*) = cardinality(words)) w
			WHERE bit_count(w.goods) > 0;
		IF FOUND OR strictly OR cardinality(signs) < 3 THEN RETURN; END IF;
		words := signs || pairs;
		RETURN QUERY SELECT (c.many::real / cardinality(words))::real, c.place / 4096, bit_or(good_bit(c.place))::varbit
			FROM (SELECT place, count(*) AS many FROM good_posting p, good_places(p.block, goods_among(p.block, p.goods, blocks, among)) place
				WHERE p.word = ANY (words) GROUP BY 1
				HAVING count(*) FILTER (WHERE length(p.word) = 1) >= cardinality(signs) - cardinality(signs) / 3) c
			GROUP BY 1, 2;
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
			ELSE ARRAY(SELECT word FROM good_word WHERE word % part ORDER BY similarity(word, part) DESC, word LIMIT 50) END;
		-- A stem that ends in another letter is not in the part.
		IF mistakes = 0 AND NOT starts_with(part, stem) THEN
			words := words || ARRAY(SELECT word FROM good_word WHERE word LIKE '%' || part || '%');
		END IF;
		RETURN QUERY SELECT f.near, f.block, f.goods FROM (SELECT w.near::real, p.block, goods_among(p.block, bit_or(p.goods), blocks, among) AS goods
				FROM (SELECT one, CASE WHEN mistakes = 1 THEN 0.6 WHEN mistakes = 2 THEN 0.6 * similarity(one, part)
					WHEN one = part THEN 1 WHEN one = stem THEN 0.95 WHEN starts_with(one, part) THEN 0.9 ELSE 0.8 END AS near
					FROM unnest(words) one) w JOIN good_posting p ON p.word = w.one GROUP BY 1, 2) f
			WHERE bit_count(f.goods) > 0;
		-- A number with a mistake is another number, and a short word another word.
		IF FOUND OR kind = 'number' OR length(part) < mistakes + 3 THEN RETURN; END IF;
	END LOOP;
END $$;

-- Goods whose Chinese names sound like a part: signs that sound the same, or what is typed of them in pinyin, whole or by first letters.
CREATE FUNCTION goods_sounding(part text, kind text) RETURNS TABLE (near real, block int, goods varbit)
LANGUAGE plpgsql STABLE ROWS 20 AS $$
#variable_conflict use_column
DECLARE
	signs text := CASE WHEN kind = 'chinese' THEN sounds_of(part) END;
	-- It begins where a syllable does.
	spelt text := ' ' || regexp_replace(part, '(.)', '\1 ?', 'g');
BEGIN
	IF kind = 'chinese' AND length(part) > 1 THEN
		RETURN QUERY SELECT 0.7::real, p.block, bit_or(p.goods)::varbit FROM good_posting p
			WHERE p.word = ANY (ARRAY(SELECT sound FROM good_sound WHERE sound LIKE '%' || signs || '%')) GROUP BY 2;
	ELSIF kind = 'word' AND part ~ '^[a-z]{2,}$' THEN
		RETURN QUERY SELECT CASE WHEN starts_with(p.word, '~' || part) THEN 0.7 ELSE 0.5 END::real, p.block, bit_or(p.goods)::varbit FROM good_posting p
			WHERE p.word = ANY (ARRAY(SELECT sound FROM good_sound
				WHERE sound LIKE '~%' || part || '%~%' OR length(part) > 3 AND sound ~ spelt)) GROUP BY 1, 2;
	ELSIF kind <> 'chinese' THEN
		RETURN QUERY SELECT * FROM goods_with(part, kind, true, NULL, NULL);
	END IF;
END $$;

-- Goods of two kinds that are in both, their nearnesses added up.
CREATE FUNCTION goods_both(nears real[], blocks int[], goods varbit[], other_nears real[], other_blocks int[], other_goods varbit[])
RETURNS TABLE (near real, block int, goods varbit) LANGUAGE sql IMMUTABLE ROWS 20 AS $$
	SELECT round((a.near + b.near)::numeric, 3)::real, a.block, bit_or(a.goods & b.goods)::varbit
		FROM unnest(nears, blocks, goods) a (near, block, goods) JOIN unnest(other_nears, other_blocks, other_goods) b (near, block, goods) USING (block)
		WHERE bit_count(a.goods & b.goods) > 0 GROUP BY 1, 2
$$;

-- Goods that have something of every clause (see `search_clauses`). Unless `strictly`, what was typed may have a mistake, synonyms may
-- not.
CREATE FUNCTION goods_of_clauses(typed text, strictly boolean) RETURNS TABLE (near real, block int, goods varbit)
LANGUAGE plpgsql STABLE ROWS 20 AS $$
#variable_conflict use_column
DECLARE
	wanted int;
	clauses int[];
	clause_nears real[];
	clause_blocks int[];
	clause_goods varbit[];
	nears real[];
	blocks int[];
	bits varbit[];
	other_nears real[];
	other_blocks int[];
	other_bits varbit[];
BEGIN
	-- Of each alternative part after part, then what the alternatives of a clause have.
	WITH RECURSIVE asked AS MATERIALIZED (SELECT c.*, row_number() OVER (PARTITION BY c.clause, c.alternative ORDER BY c.part) AS nr,
			count(*) OVER (PARTITION BY c.clause, c.alternative) AS parts FROM search_clauses(typed) c),
		had AS MATERIALIZED (SELECT p.part, p.less, f.near, f.block, f.goods FROM (SELECT DISTINCT part, kind, less FROM asked) p,
			goods_with(p.part, p.kind, strictly OR p.less > 0, NULL, NULL) f),
		alternative AS (
			SELECT a.clause, a.alternative, a.nr, a.parts, a.less, h.near, h.block, h.goods FROM asked a JOIN had h USING (part, less) WHERE a.nr = 1
			UNION ALL
			SELECT b.clause, b.alternative, a.nr, b.parts, b.less, b.near + h.near, b.block, (b.goods & h.goods)::varbit
				FROM alternative b JOIN asked a ON a.clause = b.clause AND a.alternative = b.alternative AND a.nr = b.nr + 1
				JOIN had h ON h.part = a.part AND h.less = a.less AND h.block = b.block WHERE bit_count(b.goods & h.goods) > 0
		),
		one AS (SELECT clause, round((near / parts - less)::numeric, 3)::real AS near, block, bit_or(goods)::varbit AS goods
			FROM alternative WHERE nr = parts GROUP BY 1, 2, 3)
		SELECT (SELECT count(DISTINCT clause) FROM asked), array_agg(clause), array_agg(near), array_agg(block), array_agg(goods)
			INTO wanted, clauses, clause_nears, clause_blocks, clause_goods FROM one;
	FOR nr IN 1..wanted LOOP
		SELECT array_agg(c.near), array_agg(c.block), array_agg(c.goods) INTO other_nears, other_blocks, other_bits
			FROM unnest(clauses, clause_nears, clause_blocks, clause_goods) c (clause, near, block, goods) WHERE c.clause = nr;
		IF nr = 1 THEN
			nears := other_nears; blocks := other_blocks; bits := other_bits;
		ELSE
			SELECT array_agg(b.near), array_agg(b.block), array_agg(b.goods) INTO nears, blocks, bits
				FROM goods_both(nears, blocks, bits, other_nears, other_blocks, other_bits) b;
		END IF;
		EXIT WHEN nears IS NULL;
	END LOOP;
	RETURN QUERY SELECT * FROM unnest(nears, blocks, bits);
END $$;

-- Goods that have all parts of a text, found by 'sound' or with 'mistakes'.
CREATE FUNCTION goods_with_all(said text, way text) RETURNS TABLE (near real, block int, goods varbit)
LANGUAGE plpgsql STABLE ROWS 20 AS $$
#variable_conflict use_column
DECLARE
	asked record;
	nears real[];
	blocks int[];
	bits varbit[];
	among_blocks int[];
	among varbit[];
	other_nears real[];
	other_blocks int[];
	other_bits varbit[];
BEGIN
	-- Long ones first: fewest goods have them, and the others are looked for among those.
	FOR asked IN SELECT p.part, p.kind FROM search_parts(said) p GROUP BY 1, 2 ORDER BY length(p.part) DESC, p.part LOOP
		IF way = 'sound' THEN
			SELECT array_agg(f.near), array_agg(f.block), array_agg(f.goods) INTO other_nears, other_blocks, other_bits
				FROM goods_sounding(asked.part, asked.kind) f;
		ELSE
			SELECT array_agg(b.block), array_agg(b.goods) INTO among_blocks, among
				FROM (SELECT a.block, bit_or(a.goods)::varbit AS goods FROM unnest(blocks, bits) a (block, goods) GROUP BY 1) b;
			SELECT array_agg(f.near), array_agg(f.block), array_agg(f.goods) INTO other_nears, other_blocks, other_bits
				FROM goods_with(asked.part, asked.kind, false, among_blocks, among) f;
		END IF;
		IF nears IS NULL THEN
			nears := other_nears; blocks := other_blocks; bits := other_bits;
		ELSE
			SELECT array_agg(b.near), array_agg(b.block), array_agg(b.goods) INTO nears, blocks, bits
				FROM goods_both(nears, blocks, bits, other_nears, other_blocks, other_bits) b;
		END IF;
		IF nears IS NULL THEN RETURN; END IF;
	END LOOP;
	RETURN QUERY SELECT * FROM unnest(nears, blocks, bits);
END $$;

-- What is typed as it is written or in other words, else by its sound, else with mistakes.
CREATE FUNCTION goods_matching(typed text) RETURNS TABLE (near real, block int, goods varbit)
LANGUAGE plpgsql STABLE ROWS 20 AS $$
BEGIN
	RETURN QUERY SELECT * FROM goods_of_clauses(typed, true);
	IF FOUND THEN RETURN; END IF;
	-- Pinyin is written with and without spaces.
	RETURN QUERY SELECT * FROM goods_with_all(regexp_replace(normalize(typed, NFKC), '([a-zA-Z])\s+(?=[a-zA-Z])', '\1', 'g'), 'sound');
	IF FOUND THEN RETURN; END IF;
	RETURN QUERY SELECT * FROM goods_with_all(typed, 'mistakes');
	IF FOUND THEN RETURN; END IF;
	RETURN QUERY SELECT * FROM goods_of_clauses(typed, false);
END $$;

-- Goods of blocks one by one, each where it is nearest; of a block of many, those on the shelf are gone through.
CREATE FUNCTION goods_placed(nears real[], blocks int[], bits varbit[]) RETURNS TABLE (good_id text, near real, sought text)
LANGUAGE sql STABLE ROWS 1000 AS $$
	WITH nearest AS MATERIALIZED (SELECT m.near, m.block, m.goods & ~coalesce(bit_or(m.goods) OVER nearer, repeat('0', 4096)::bit(4096)) AS goods
		FROM unnest(nears, blocks, bits) m (near, block, goods)
		WINDOW nearer AS (PARTITION BY m.block ORDER BY m.near DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
	SELECT p.good_id, n.near, p.sought FROM nearest n
		JOIN good_place p ON p.place BETWEEN n.block * 4096 AND n.block * 4096 + 4095 AND get_bit(n.goods, p.place % 4096) = 1
		WHERE bit_count(n.goods) > 200
	UNION ALL
	SELECT p.good_id, n.near, p.sought FROM nearest n, good_places(n.block, n.goods) place JOIN good_place p USING (place)
		WHERE bit_count(n.goods) BETWEEN 1 AND 200
$$;

-- A page of the goods on the shelf that have all parts of what is typed, or of other words for it, the nearest first, those that say it as
-- it was typed one nearer; and how many there are. Ids say nothing by themselves: who asks joins them to the goods it may see. Everybody
-- sees the goods on the shelf, so that their number is everybody's as well.
CREATE FUNCTION goods_page(typed text, most int, skipped int) RETURNS TABLE (good_id text, nearness real, total int)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 20 SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	nears real[];
	blocks int[];
	bits varbit[];
	said text := lower(normalize(typed, NFKC));
BEGIN
	SELECT array_agg(m.near), array_agg(m.block), array_agg(m.goods) INTO nears, blocks, bits FROM goods_matching(typed) m;
	SELECT sum(bit_count(b.goods)) INTO total FROM (SELECT bit_or(m.goods) AS goods FROM unnest(blocks, bits) m (block, goods) GROUP BY m.block) b;
	RETURN QUERY SELECT p.good_id, (p.near + CASE WHEN position(said IN p.sought) > 0 THEN 1 ELSE 0 END)::real, total
		FROM goods_placed(nears, blocks, bits) p ORDER BY 2 DESC, 1 LIMIT most OFFSET skipped;
END $$;

-- All of them.
CREATE FUNCTION goods_found(typed text) RETURNS TABLE (good_id text, nearness real)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 1000 SET search_path = pg_catalog, public, pg_temp AS $$
	SELECT good_id, nearness FROM goods_page(typed, NULL, 0)
$$;

-- How many goods are on the shelf.
CREATE FUNCTION goods_on_shelf() RETURNS int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
	SELECT count(*)::int FROM good_place
$$;

-- Where nothing has all of it: the goods that have most of its words, or of its signs.
CREATE FUNCTION goods_near(typed text) RETURNS TABLE (good_id text, nearness real)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	RETURN QUERY SELECT p.good_id, sum(n.near)::real
		FROM (SELECT asked.part, place, max(f.near) AS near
			FROM (SELECT DISTINCT s.part, s.kind FROM (SELECT typed UNION SELECT search_variants(typed)) v (said), search_parts(v.said) s) asked,
				goods_with(asked.part, asked.kind, false, NULL, NULL) f, good_places(f.block, f.goods) place GROUP BY 1, 2) n
			JOIN good_place p USING (place) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 200;
	IF FOUND THEN RETURN; END IF;
	RETURN QUERY SELECT p.good_id, count(*)::real FROM good_posting w, good_places(w.block, w.goods) place JOIN good_place p USING (place)
		WHERE w.word = ANY (ARRAY(SELECT c FROM search_parts(typed) s, chinese_words(s.part) c WHERE s.kind = 'chinese'))
		GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 200;
END $$;

REVOKE EXECUTE ON FUNCTION goods_page, goods_found, goods_near, goods_on_shelf, goods_placed, goods_with, goods_sounding, goods_of_clauses, goods_with_all, goods_matching, note_good_words,
	write_good_words, good_terms FROM PUBLIC;
GRANT EXECUTE ON FUNCTION goods_page, goods_found, goods_near, goods_on_shelf TO smart_farm_app;

SELECT system_scope();
INSERT INTO good_place (good_id, sought) SELECT id, sought FROM good WHERE status = 'released' ORDER BY created_at, id;
INSERT INTO good_words_due (place, lost, gained)
	SELECT p.place, '{}', good_terms(g.sought, g.chinese_name) FROM good_place p JOIN good g ON g.id = p.good_id;
SET CONSTRAINTS good_words_written IMMEDIATE;
