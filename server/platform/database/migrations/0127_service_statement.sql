-- The service statement is an article that is found by its key, and stays.
ALTER TABLE "article" ADD COLUMN "key" text;
ALTER TABLE "article" ADD CONSTRAINT "article_key_unique" UNIQUE("key");
