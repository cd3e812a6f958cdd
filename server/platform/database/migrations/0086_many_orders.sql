-- The list of orders as it stands, what waits longest first, and what they are found by, in tens of thousands of them.
CREATE INDEX "customer_order_listed" ON "customer_order" USING btree ("waits_since","last_at" DESC,"id" DESC,"office_path");
CREATE INDEX "customer_order_sought" ON "customer_order" USING gin ("number" gin_trgm_ops,"external_number" gin_trgm_ops,"author_name" gin_trgm_ops,"consignee" gin_trgm_ops,"content" gin_trgm_ops,"city" gin_trgm_ops);
