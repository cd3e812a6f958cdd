-- The first pages of very many orders come from indexes: late ones, open ones by age, closed ones by their last change.
DROP INDEX "customer_order_listed";
CREATE INDEX "customer_order_late" ON "customer_order" USING btree ("made_at","last_at" DESC,"id" DESC,"late_from","office_path") WHERE late_from is not null;
CREATE INDEX "customer_order_open" ON "customer_order" USING btree ("made_at","last_at" DESC,"id" DESC,"office_path") WHERE withdrawn_at is null and state <> 'completed';
CREATE INDEX "customer_order_closed" ON "customer_order" USING btree ("last_at" DESC,"id" DESC,"office_path") WHERE not (withdrawn_at is null and state <> 'completed');
-- Orders in use are counted without reading them.
DROP INDEX "customer_order_standing";
CREATE INDEX "customer_order_standing" ON "customer_order" USING btree ("office_path","state","withdrawn_at") WHERE deleted_at is null;
