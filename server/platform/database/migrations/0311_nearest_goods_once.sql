-- A search in other words as quick as any other: each good counts once for a part of what was typed, where it is nearest, so that the
-- steps after have a third of the rows or fewer to combine. Before, "belts" had what is called so once more by every pair of words with
-- a belt in it. And the plans of these functions are made once: of what is typed they tell nothing worth a plan of its own.

-- One goods of a block after another: as text the bits are cut where they are set, and each is as far from the one before as the piece is long.
CREATE OR REPLACE FUNCTION good_places(block int, goods bit) RETURNS SETOF int LANGUAGE sql IMMUTABLE ROWS 500 AS $$
	SELECT block * 4096 - 1 + (sum(length(gap) + 1) OVER (ORDER BY nr ROWS UNBOUNDED PRECEDING))::int
		FROM string_to_table(goods::text, '1') WITH ORDINALITY g (gap, nr) WHERE nr <= bit_count(goods)
$$;

-- Goods by nearness and block, each left where it is nearest.
CREATE FUNCTION goods_nearest(nears real[], blocks int[], goods varbit[]) RETURNS TABLE (near real, block int, goods varbit)
LANGUAGE sql IMMUTABLE ROWS 20 AS $$
	SELECT n.near, n.block, n.goods FROM (SELECT m.near, m.block, (m.goods & ~coalesce(bit_or(m.goods) OVER nearer, repeat('0', 4096)::bit(4096)))::varbit AS goods
			FROM (SELECT e.near, e.block, bit_or(e.goods) AS goods FROM unnest(nears, blocks, goods) e (near, block, goods) GROUP BY 1, 2) m
			WINDOW nearer AS (PARTITION BY m.block ORDER BY m.near DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) n
		WHERE bit_count(n.goods) > 0
$$;

-- Which goods have a part, among some or all (see `goods_among`), by nearness: as it is written or without the ending of a plural; unless
-- `strictly`, else those where it has one mistake, else those with one of the words most like it. Of a longer piece of Chinese every third
-- sign may be another one, and its signs may stand in another order. Nearest is 1; a good may be in several nearnesses.
CREATE OR REPLACE FUNCTION goods_with(part text, kind text, strictly boolean, blocks int[], among varbit[])
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
		RETURN QUERY SELECT n.near, n.block, n.goods FROM (
				SELECT array_agg(w.near) AS nears, array_agg(p.block) AS blocks, array_agg(goods_among(p.block, p.goods, blocks, among)) AS bits
				FROM (SELECT one, (CASE WHEN mistakes = 1 THEN 0.6 WHEN mistakes = 2 THEN 0.6 * similarity(one, part)
					WHEN one = part THEN 1 WHEN one = stem THEN 0.95 WHEN starts_with(one, part) THEN 0.9 ELSE 0.8 END)::real AS near
					FROM unnest(words) one) w JOIN good_posting p ON p.word = w.one) had, goods_nearest(had.nears, had.blocks, had.bits) n;
		-- A number with a mistake is another number, and a short word another word.
		IF FOUND OR kind = 'number' OR length(part) < mistakes + 3 THEN RETURN; END IF;
	END LOOP;
END $$;

-- Goods of two kinds that are in both, their nearnesses added up.
CREATE OR REPLACE FUNCTION goods_both(nears real[], blocks int[], goods varbit[], other_nears real[], other_blocks int[], other_goods varbit[])
RETURNS TABLE (near real, block int, goods varbit) LANGUAGE sql IMMUTABLE ROWS 20 AS $$
	SELECT n.near, n.block, n.goods FROM (
			SELECT array_agg(round((a.near + b.near)::numeric, 3)::real) AS nears, array_agg(a.block) AS blocks, array_agg((a.goods & b.goods)::varbit) AS bits
			FROM unnest(nears, blocks, goods) a (near, block, goods) JOIN unnest(other_nears, other_blocks, other_goods) b (near, block, goods) USING (block)
		) both_of, goods_nearest(both_of.nears, both_of.blocks, both_of.bits) n
$$;

-- Goods that have something of every clause (see `search_clauses`). Unless `strictly`, what was typed may have a mistake, synonyms may
-- not.
CREATE OR REPLACE FUNCTION goods_of_clauses(typed text, strictly boolean) RETURNS TABLE (near real, block int, goods varbit)
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
		SELECT array_agg(n.near), array_agg(n.block), array_agg(n.goods) INTO other_nears, other_blocks, other_bits
			FROM (SELECT array_agg(c.near) AS nears, array_agg(c.block) AS blocks, array_agg(c.goods) AS bits
				FROM unnest(clauses, clause_nears, clause_blocks, clause_goods) c (clause, near, block, goods) WHERE c.clause = nr) had,
				goods_nearest(had.nears, had.blocks, had.bits) n;
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

-- Goods of blocks one by one, each where it is nearest; of a block of many, those on the shelf are gone through. Otherwise
-- each is looked up by itself: to join them, all goods of the shelf were read for every search.
CREATE OR REPLACE FUNCTION goods_placed(nears real[], blocks int[], bits varbit[]) RETURNS TABLE (good_id text, near real, sought text)
LANGUAGE sql STABLE ROWS 1000 AS $$
	WITH nearest AS MATERIALIZED (SELECT * FROM goods_nearest(nears, blocks, bits))
	SELECT p.good_id, n.near, p.sought FROM nearest n
		JOIN good_place p ON p.place BETWEEN n.block * 4096 AND n.block * 4096 + 4095 AND get_bit(n.goods, p.place % 4096) = 1
		WHERE bit_count(n.goods) > 1000
	UNION ALL
	SELECT p.good_id, n.near, p.sought FROM nearest n, good_places(n.block, n.goods) found (place),
		LATERAL (SELECT g.good_id, g.sought FROM good_place g WHERE g.place = found.place OFFSET 0) p
		WHERE bit_count(n.goods) <= 1000
$$;

ALTER FUNCTION goods_page SET plan_cache_mode = force_generic_plan;
ALTER FUNCTION goods_near SET plan_cache_mode = force_generic_plan;
