-- A repair that was written without network is sent again where its answer got lost: it stays one.
ALTER TABLE "repair" ADD COLUMN "sent_id" text;
ALTER TABLE "repair" ADD CONSTRAINT "repair_sent_once" UNIQUE("author_id","sent_id");
