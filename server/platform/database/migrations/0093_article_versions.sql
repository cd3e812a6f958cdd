-- Every text that an article ever had, and who wrote it.
ALTER TABLE "article" ADD COLUMN "writer_id" text;
ALTER TABLE "article" ADD CONSTRAINT "article_writer_id_account_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;
CREATE TABLE "article_version" (
	"article_id" text NOT NULL,
	"number" integer NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"writer_id" text,
	"original" text NOT NULL,
	"chinese_title" text NOT NULL,
	"chinese_subtitle" text NOT NULL,
	"chinese_content" text NOT NULL,
	"english_title" text NOT NULL,
	"english_subtitle" text NOT NULL,
	"english_content" text NOT NULL,
	CONSTRAINT "article_version_article_id_number_pk" PRIMARY KEY("article_id","number")
);
ALTER TABLE "article_version" ADD CONSTRAINT "article_version_article_id_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."article"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "article_version" ADD CONSTRAINT "article_version_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "article_version" ADD CONSTRAINT "article_version_writer_id_account_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "article_writer" ON "article" USING btree ("writer_id");
CREATE INDEX "article_version_writer" ON "article_version" USING btree ("writer_id");
CREATE INDEX "article_version_scope" ON "article_version" USING btree ("office_path");

-- Whoever changes the text of an article, this keeps it: two who do so at once wait for the article's own row.
CREATE FUNCTION note_article_version() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	INSERT INTO article_version (article_id, number, office_path, at, writer_id, original,
			chinese_title, chinese_subtitle, chinese_content, english_title, english_subtitle, english_content)
		SELECT NEW.id, 1 + coalesce(max(v.number), 0), NEW.office_path, NEW.updated_at, NEW.writer_id, NEW.original,
			NEW.chinese_title, NEW.chinese_subtitle, NEW.chinese_content,
			NEW.english_title, NEW.english_subtitle, NEW.english_content
		FROM article_version v WHERE v.article_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER article_written AFTER INSERT ON "article" FOR EACH ROW EXECUTE FUNCTION note_article_version();
CREATE TRIGGER article_rewritten AFTER UPDATE ON "article" FOR EACH ROW
	WHEN ((OLD.original, OLD.chinese_title, OLD.chinese_subtitle, OLD.chinese_content,
			OLD.english_title, OLD.english_subtitle, OLD.english_content)
		IS DISTINCT FROM (NEW.original, NEW.chinese_title, NEW.chinese_subtitle, NEW.chinese_content,
			NEW.english_title, NEW.english_subtitle, NEW.english_content))
	EXECUTE FUNCTION note_article_version();

SELECT system_scope();
INSERT INTO article_version (article_id, number, office_path, at, original,
		chinese_title, chinese_subtitle, chinese_content, english_title, english_subtitle, english_content)
	SELECT id, 1, office_path, updated_at, original,
		chinese_title, chinese_subtitle, chinese_content, english_title, english_subtitle, english_content
	FROM article;
