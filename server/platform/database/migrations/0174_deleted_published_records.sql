-- Deleted articles, cage system types and IoT products can be restored.
ALTER TABLE "article" ADD COLUMN "deleted_at" timestamp with time zone;
ALTER TABLE "cage_type" ADD COLUMN "deleted_at" timestamp with time zone;
ALTER TABLE "iot_product" ADD COLUMN "deleted_at" timestamp with time zone;
-- The question that a deleted article was made from may get another one.
ALTER TABLE "article" DROP CONSTRAINT "article_question_id_unique";
CREATE UNIQUE INDEX "article_question" ON "article" USING btree ("question_id") WHERE "article"."deleted_at" is null;
