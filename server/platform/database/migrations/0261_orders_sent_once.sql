-- What is sent twice, because an answer got lost or a button was pressed again, stays one.
ALTER TABLE "customer_order" ADD COLUMN "sent_id" text;
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_sent_once" UNIQUE("author_id","sent_id");
ALTER TABLE "inquiry" ADD COLUMN "sent_id" text;
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_sent_once" UNIQUE("author_id","sent_id");
ALTER TABLE "question" ADD COLUMN "sent_id" text;
ALTER TABLE "question" ADD CONSTRAINT "question_sent_once" UNIQUE("author_id","sent_id");

-- The first day on which an order is late, if nothing more happens; null if it cannot be.
CREATE FUNCTION order_late_from(state text, withdrawn_at timestamptz, production_end date, shipments jsonb) RETURNS date
LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN withdrawn_at IS NOT NULL THEN NULL
		WHEN state IN ('placed', 'production') THEN production_end + 1
		WHEN state = 'transit' THEN (SELECT min((s ->> 'arrivalOn')::date) + 1 FROM jsonb_array_elements(shipments) s
			WHERE s ->> 'arrivedOn' IS NULL) END
$$;
ALTER TABLE "customer_order" ADD COLUMN "late_from" date
	GENERATED ALWAYS AS (order_late_from(state, withdrawn_at, production_end, shipments)) STORED;
