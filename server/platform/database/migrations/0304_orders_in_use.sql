-- Pages far down of very many orders come from the indexes alone: that an order is in use is what they say, and is not looked up.
DROP INDEX "customer_order_late";
DROP INDEX "customer_order_open";
DROP INDEX "customer_order_closed";
CREATE INDEX "customer_order_late" ON "customer_order" USING btree ("made_at","last_at" DESC,"id" DESC,"late_from","office_path") WHERE late_from is not null and deleted_at is null;
CREATE INDEX "customer_order_open" ON "customer_order" USING btree ("made_at","last_at" DESC,"id" DESC,"office_path") WHERE withdrawn_at is null and state <> 'completed' and deleted_at is null;
CREATE INDEX "customer_order_closed" ON "customer_order" USING btree ("last_at" DESC,"id" DESC,"office_path") WHERE not (withdrawn_at is null and state <> 'completed') and deleted_at is null;
