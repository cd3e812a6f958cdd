-- A page far down the list of orders from the index alone: which open orders are late, of which there are as many as were passed over, was
-- read from each order's own row.
DROP INDEX customer_order_open;
CREATE INDEX "customer_order_open" ON "customer_order" ("made_at","last_at" DESC,"id" DESC,"late_from","office_path")
	WHERE withdrawn_at is null and state <> 'completed' and deleted_at is null;
