-- The words and sounds of goods are written for all goods of a statement at once: a file or a price list of twenty thousand takes
-- seconds instead of minutes.
DROP TRIGGER good_words_new ON "good";
DROP TRIGGER good_words_changed ON "good";
DROP TRIGGER good_words_gone ON "good";
DROP FUNCTION note_good_words();
DROP FUNCTION good_sounds(text);

CREATE FUNCTION note_good_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	-- Goods that are on the shelf now, and those whose words may be others than before.
	shelved text[] := '{}';
	touched text[];
BEGIN
	IF TG_OP = 'INSERT' THEN
		shelved := ARRAY(SELECT id FROM added WHERE status = 'released');
	ELSIF TG_OP = 'DELETE' THEN
		touched := ARRAY(SELECT id FROM removed);
		DELETE FROM good_has_word h USING removed r, search_words(r.sought) w WHERE h.word = w AND h.good_id = r.id;
	ELSE
		touched := ARRAY(SELECT a.id FROM added a JOIN removed r USING (id) WHERE a.status <> r.status OR a.sought <> r.sought);
		IF touched = '{}' THEN RETURN NULL; END IF;
		shelved := ARRAY(SELECT id FROM added WHERE id = ANY (touched) AND status = 'released');
		DELETE FROM good_has_word h USING removed r, search_words(r.sought) w
			WHERE r.id = ANY (touched) AND h.word = w AND h.good_id = r.id;
	END IF;
	DELETE FROM good_sound WHERE good_id = ANY (touched);
	IF shelved = '{}' THEN RETURN NULL; END IF;
	WITH words AS MATERIALIZED (SELECT w AS word, a.id FROM added a, search_words(a.sought) w WHERE a.id = ANY (shelved)),
		-- In one order, so that two who store goods at once wait for each other and not in a circle.
		unknown AS (INSERT INTO good_word SELECT DISTINCT word FROM words
			WHERE NOT EXISTS (SELECT FROM good_word k WHERE k.word = words.word) ORDER BY word ON CONFLICT DO NOTHING)
	INSERT INTO good_has_word SELECT word, id FROM words ORDER BY word, id ON CONFLICT DO NOTHING;
	INSERT INTO good_sound
		SELECT '~' || string_agg(left(s.sound, 1), '' ORDER BY t.place) || '~ ' || string_agg(s.sound, ' ' ORDER BY t.place) || ' ', a.id
			FROM added a, search_parts(a.chinese_name) p, regexp_split_to_table(p.part, '') WITH ORDINALITY t (sign, place)
			LEFT JOIN sign_sound s USING (sign)
			WHERE a.id = ANY (shelved) AND p.kind = 'chinese' GROUP BY a.id, p.place HAVING bool_and(s.sound IS NOT NULL)
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION note_good_words FROM PUBLIC;
CREATE TRIGGER good_words_new AFTER INSERT ON "good" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_good_words();
CREATE TRIGGER good_words_changed AFTER UPDATE ON "good" REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_good_words();
CREATE TRIGGER good_words_gone AFTER DELETE ON "good" REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION note_good_words();
-- Each row of a file asks whether another good has its code.
CREATE INDEX "good_variant_code" ON "good_variant" USING btree (lower("code"));
