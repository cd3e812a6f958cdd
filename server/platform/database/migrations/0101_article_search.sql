-- What articles are found by. Under row-level security no index serves a search for words, so they stand apart: nobody may read this
-- table, `articles_found` and `articles_near` give ids out of it, and who asks sees which of those it may.
CREATE TABLE "article_search" (
	"article_id" text PRIMARY KEY NOT NULL,
	"family" text NOT NULL,
	"is_released" boolean NOT NULL,
	"words" "tsvector" NOT NULL
);
ALTER TABLE "article_search" ADD CONSTRAINT "article_search_article_id_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."article"("id") ON DELETE cascade ON UPDATE no action;
DROP INDEX "article_words";
CREATE INDEX "article_search_words" ON "article_search" USING gin ("words");

CREATE FUNCTION note_article_search() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	INSERT INTO article_search (article_id, family, is_released, words)
		VALUES (NEW.id, NEW.family, NEW.status = 'released', NEW.words)
		ON CONFLICT (article_id) DO UPDATE
			SET family = excluded.family, is_released = excluded.is_released, words = excluded.words;
	RETURN NULL;
END $$;
CREATE TRIGGER article_search_new AFTER INSERT ON "article" FOR EACH ROW EXECUTE FUNCTION note_article_search();
CREATE TRIGGER article_search_changed AFTER UPDATE ON "article" FOR EACH ROW
	WHEN ((OLD.family, OLD.status, OLD.words) IS DISTINCT FROM (NEW.family, NEW.status, NEW.words))
	EXECUTE FUNCTION note_article_search();

SELECT system_scope();
INSERT INTO article_search SELECT id, family, status = 'released', words FROM article;

-- Ids of the articles of some families that hold all of what is asked, drafts among them only where they are wanted.
CREATE FUNCTION articles_found(asked tsquery, of_families text[], with_drafts boolean) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER ROWS 100 SET search_path = pg_catalog, public, pg_temp AS $$
	SELECT article_id FROM article_search
		WHERE words @@ asked AND family = ANY (of_families) AND (is_released OR with_drafts)
$$;

-- The released ones of a family that hold at least so many of the words, and how many they hold.
CREATE FUNCTION articles_near(wanted text[], at_least integer, of_family text) RETURNS TABLE (article_id text, held integer)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 100 SET search_path = pg_catalog, public, pg_temp AS $$
	SELECT s.article_id, count(*)::integer FROM unnest(wanted) w
		JOIN article_search s ON s.words @@ quote_literal(w)::tsquery AND s.family = of_family AND s.is_released
		GROUP BY s.article_id HAVING count(*) >= at_least
$$;
REVOKE EXECUTE ON FUNCTION articles_found, articles_near FROM PUBLIC;
GRANT EXECUTE ON FUNCTION articles_found, articles_near TO smart_farm_app;
