-- A claim: a repair of what was ordered, that knows its order and the line.
ALTER TABLE "repair" ADD COLUMN "order_id" text;
ALTER TABLE "repair" ADD COLUMN "line_id" text;
ALTER TABLE "repair" ADD CONSTRAINT "repair_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."customer_order"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "repair_order" ON "repair" USING btree ("order_id") WHERE "order_id" is not null;
