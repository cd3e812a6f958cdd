-- How far an order is shipped: by the goods in its shipments, what came back being owed again; without any by its step.
CREATE FUNCTION order_shipped(state text, lines jsonb, shipments jsonb) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
	WITH moved AS (
		SELECT g ->> 'lineId' AS line, sum(CASE WHEN (s ->> 'isReturn')::boolean THEN -1 ELSE 1 END * (g ->> 'quantity')::bigint) AS n
		FROM jsonb_array_elements(shipments) s,
			jsonb_array_elements(CASE jsonb_typeof(s -> 'goods') WHEN 'array' THEN s -> 'goods' ELSE '[]' END) g
		GROUP BY 1
	)
	SELECT CASE WHEN EXISTS (SELECT FROM moved) THEN (
		SELECT CASE WHEN bool_and(coalesce(m.n, 0) >= (l.line ->> 'quantity')::bigint) THEN 'yes'
			WHEN bool_or(m.n > 0) THEN 'partly' ELSE 'no' END
		FROM jsonb_array_elements(lines) WITH ORDINALITY l(line, nth) LEFT JOIN moved m ON m.line = coalesce(l.line ->> 'id', 'l' || nth)
	) WHEN state IN ('transit', 'completed') THEN 'yes' ELSE 'no' END
$$;
ALTER TABLE "customer_order" ADD COLUMN "shipped" text GENERATED ALWAYS AS (order_shipped(state, lines, shipments)) STORED;
