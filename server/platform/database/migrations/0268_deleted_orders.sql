-- An order that was deleted is kept, so that it can be restored.
ALTER TABLE "customer_order" ADD COLUMN "deleted_at" timestamp with time zone;
