-- Price lists of the provider: for the buyers they name (one, or a group), within their days, prices of single goods and sizes, or so
-- much off the general price of all others.
CREATE TABLE "price_list" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"percent" double precision,
	"from_on" date,
	"until_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_list_percent" CHECK ("price_list"."percent" >= 0 and "price_list"."percent" < 100)
);
CREATE TABLE "price_list_buyer" (
	"list_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"buyer_path" text COLLATE "C" NOT NULL,
	CONSTRAINT "price_list_buyer_list_id_buyer_path_pk" PRIMARY KEY("list_id","buyer_path")
);
CREATE TABLE "price_list_line" (
	"id" text PRIMARY KEY NOT NULL,
	"list_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"good_id" text NOT NULL,
	"variant_id" text,
	"price" numeric(14, 4) NOT NULL,
	"currency" text DEFAULT 'CNY' NOT NULL,
	CONSTRAINT "price_list_line_one" UNIQUE NULLS NOT DISTINCT("list_id","good_id","variant_id"),
	CONSTRAINT "price_list_line_amount" CHECK ("price_list_line"."price" >= 0)
);
ALTER TABLE "price_list" ADD CONSTRAINT "price_list_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "price_list_buyer" ADD CONSTRAINT "price_list_buyer_list_id_price_list_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."price_list"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "price_list_buyer" ADD CONSTRAINT "price_list_buyer_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "price_list_buyer" ADD CONSTRAINT "price_list_buyer_buyer_path_office_path_fk" FOREIGN KEY ("buyer_path") REFERENCES "public"."office"("path") ON DELETE cascade ON UPDATE cascade;
ALTER TABLE "price_list_line" ADD CONSTRAINT "price_list_line_list_id_price_list_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."price_list"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "price_list_line" ADD CONSTRAINT "price_list_line_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "price_list_line" ADD CONSTRAINT "price_list_line_good_id_good_id_fk" FOREIGN KEY ("good_id") REFERENCES "public"."good"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "price_list_line" ADD CONSTRAINT "price_list_line_variant_id_good_variant_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."good_variant"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "price_list_name" ON "price_list" USING btree ("office_path",lower("name"));
CREATE INDEX "price_list_buyer_scope" ON "price_list_buyer" USING btree ("office_path");
CREATE INDEX "price_list_buyer_path" ON "price_list_buyer" USING btree ("buyer_path");
CREATE INDEX "price_list_line_scope" ON "price_list_line" USING btree ("office_path");
CREATE INDEX "price_list_line_good" ON "price_list_line" USING btree ("good_id");
CREATE INDEX "price_list_line_variant" ON "price_list_line" USING btree ("variant_id");

-- What a buyer pays where it is not the general price, and by what: a price of its own first, then the line of a list, then the
-- percent of a list; of several lists the one that began last. Called by functions that check who asks.
CREATE FUNCTION prices_with_source(payer text)
RETURNS TABLE (good_id text, variant_id text, price numeric, currency text, source text, list_id text)
LANGUAGE sql STABLE AS $$
	WITH valid AS (
		SELECT l.id, l.percent, row_number() OVER (ORDER BY l.from_on DESC NULLS LAST, l.created_at DESC, l.id) AS place
		FROM price_list l JOIN price_list_buyer b ON b.list_id = l.id
			CROSS JOIN (SELECT (now() AT TIME ZONE o.time_zone)::date AS day FROM office o WHERE o.parent_id IS NULL) today
		WHERE b.buyer_path = payer AND coalesce(l.from_on <= today.day, true) AND coalesce(l.until_on >= today.day, true)
	), offered AS (
		SELECT p.good_id, p.variant_id, p.price, p.currency, 'buyer' AS source, NULL AS list_id, 0 AS rank, 0 AS place
		FROM good_price p WHERE p.buyer_path = payer
		UNION ALL
		SELECT i.good_id, i.variant_id, i.price, i.currency, 'list', v.id, 1, v.place FROM valid v JOIN price_list_line i ON i.list_id = v.id
		UNION ALL
		SELECT g.id, NULL, round((g.price * (100 - v.percent) / 100)::numeric, 2), g.currency, 'percent', v.id, 2, v.place
		FROM valid v CROSS JOIN good g WHERE v.percent > 0 AND g.price IS NOT NULL
		UNION ALL
		SELECT s.good_id, s.id, round((s.price * (100 - v.percent) / 100)::numeric, 2), g.currency, 'percent', v.id, 2, v.place
		FROM valid v CROSS JOIN good_variant s JOIN good g ON g.id = s.good_id WHERE v.percent > 0 AND s.price IS NOT NULL
	)
	SELECT DISTINCT ON (o.good_id, o.variant_id) o.good_id, o.variant_id, o.price, o.currency, o.source, o.list_id
	FROM offered o ORDER BY o.good_id, o.variant_id, o.rank, o.place
$$;
REVOKE ALL ON FUNCTION prices_with_source FROM PUBLIC;

CREATE OR REPLACE FUNCTION prices_of(buyer text) RETURNS TABLE (good_id text, variant_id text, price numeric, currency text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
	lo text := current_setting('app.lo', true);
	hi text := current_setting('app.hi', true);
	farm text := current_setting('app.farm', true);
	asking text;
	is_provider boolean;
BEGIN
	PERFORM system_scope();
	SELECT o.path INTO asking FROM office o
		WHERE o.path = farm OR (coalesce(farm, '') = '' AND o.kind = 'agent' AND starts_with(lo, o.path))
		ORDER BY length(o.path) DESC LIMIT 1;
	SELECT true INTO is_provider FROM office o WHERE o.parent_id IS NULL AND o.path = lo;
	IF is_provider OR buyer IS NULL OR buyer = asking THEN
		RETURN QUERY SELECT p.good_id, p.variant_id, p.price, p.currency FROM prices_with_source(coalesce(buyer, asking)) p;
	END IF;
	PERFORM set_config('app.lo', lo, true), set_config('app.hi', hi, true), set_config('app.farm', farm, true);
END $$;

-- The same with what each price comes from, for the provider alone.
CREATE FUNCTION price_sources(buyer text) RETURNS TABLE (good_id text, variant_id text, price numeric, currency text, source text, list_id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
	lo text := current_setting('app.lo', true);
	hi text := current_setting('app.hi', true);
	farm text := current_setting('app.farm', true);
BEGIN
	PERFORM system_scope();
	IF EXISTS (SELECT FROM office o WHERE o.parent_id IS NULL AND o.path = lo) THEN
		RETURN QUERY SELECT * FROM prices_with_source(buyer);
	END IF;
	PERFORM set_config('app.lo', lo, true), set_config('app.hi', hi, true), set_config('app.farm', farm, true);
END $$;
REVOKE ALL ON FUNCTION price_sources FROM PUBLIC;
GRANT EXECUTE ON FUNCTION price_sources TO smart_farm_app;
