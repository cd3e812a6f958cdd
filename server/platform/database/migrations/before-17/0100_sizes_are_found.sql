-- A good is found by the codes of its sizes as well: they stand beside its own words, kept by the database.
ALTER TABLE "good" ADD COLUMN "size_codes" text DEFAULT '' NOT NULL;
-- A generated column cannot be given another expression before PostgreSQL 17: it is made anew, with what hangs on it.
DROP TRIGGER good_words_changed ON "good";
ALTER TABLE "good" DROP COLUMN "sought";
ALTER TABLE "good" ADD COLUMN "sought" text GENERATED ALWAYS AS
	(lower(code || ' ' || chinese_name || ' ' || english_name || ' ' || chinese_summary || ' ' || english_summary || ' ' || size_codes)) STORED;
CREATE INDEX "good_sought" ON "good" USING gin ("sought" gin_trgm_ops);
CREATE TRIGGER good_words_changed AFTER UPDATE ON "good" FOR EACH ROW
	WHEN (OLD.status <> NEW.status OR OLD.sought <> NEW.sought) EXECUTE FUNCTION note_good_words();

CREATE FUNCTION note_size_codes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	of_good text := CASE WHEN TG_OP = 'DELETE' THEN OLD.good_id ELSE NEW.good_id END;
	codes text;
BEGIN
	SELECT coalesce(string_agg(code, ' ' ORDER BY position), '') INTO codes FROM good_variant WHERE good_id = of_good;
	UPDATE good SET size_codes = codes WHERE id = of_good AND size_codes <> codes;
	RETURN NULL;
END $$;
CREATE TRIGGER size_codes_noted AFTER INSERT OR DELETE OR UPDATE OF code ON "good_variant" FOR EACH ROW EXECUTE FUNCTION note_size_codes();

SELECT system_scope();
UPDATE "good" g SET "size_codes" = v.codes
	FROM (SELECT good_id, string_agg(code, ' ' ORDER BY position) AS codes FROM good_variant GROUP BY good_id) v WHERE v.good_id = g.id;
