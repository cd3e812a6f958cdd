-- The FAQ article that was made of a question: one, whoever of the staff makes it.
ALTER TABLE "article" ADD COLUMN "question_id" text;
ALTER TABLE "article" ADD CONSTRAINT "article_question_id_question_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."question"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "article" ADD CONSTRAINT "article_question_id_unique" UNIQUE("question_id");
