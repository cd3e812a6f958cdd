-- An article helps with several kinds of alarm.
ALTER TABLE "article" ADD COLUMN "faults" text[] DEFAULT '{}' NOT NULL;
SELECT system_scope();
UPDATE "article" SET "faults" = ARRAY["fault"] WHERE "fault" IS NOT NULL;
ALTER TABLE "article" DROP COLUMN "fault";
CREATE INDEX "article_faults" ON "article" USING gin ("faults");
