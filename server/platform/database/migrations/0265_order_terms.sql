-- What was agreed on delivery and payment of an order, and what was paid of it. The one day that it was paid on becomes
-- its only payment; where its total is unknown, one of an unknown amount.
ALTER TABLE "customer_order" ADD COLUMN "terms" jsonb DEFAULT '{"incoterm":null,"place":"","parts":[],"validUntil":null,"note":""}'::jsonb NOT NULL;
ALTER TABLE "customer_order" ADD COLUMN "payments" jsonb DEFAULT '[]'::jsonb NOT NULL;

-- Nothing happened to these orders: no program is told, and no day is counted anew.
ALTER TABLE "customer_order" DISABLE TRIGGER USER;
UPDATE "customer_order" SET "payments" = jsonb_build_array(jsonb_build_object(
	'id', 'before', 'kind', 'payment', 'paidOn', to_char("paid_on", 'YYYY-MM-DD'),
	'amount', round("sum", 4)::text, 'currency', "currency", 'counts', round("sum", 4)::text,
	'reference', '', 'note', "paid_note"))
WHERE "paid_on" IS NOT NULL;
ALTER TABLE "customer_order" ENABLE TRIGGER USER;
