-- What the provider sells: goods with their variants, what single buyers pay for them, and what people keep in mind or mean to order.
CREATE TABLE "good" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"code" text NOT NULL,
	"chinese_name" text NOT NULL,
	"english_name" text NOT NULL,
	"chinese_summary" text DEFAULT '' NOT NULL,
	"english_summary" text DEFAULT '' NOT NULL,
	"chinese_content" text DEFAULT '' NOT NULL,
	"english_content" text DEFAULT '' NOT NULL,
	"specifications" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"category_id" text,
	"pictures" text[] DEFAULT '{}' NOT NULL,
	"unit" text DEFAULT 'piece' NOT NULL,
	"price" numeric(14, 4),
	"currency" text DEFAULT 'CNY' NOT NULL,
	"stock" integer,
	"product_ids" text[] DEFAULT '{}' NOT NULL,
	"cage_type_ids" text[] DEFAULT '{}' NOT NULL,
	"machines" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sought" text GENERATED ALWAYS AS (lower(code || ' ' || chinese_name || ' ' || english_name || ' ' || chinese_summary || ' ' || english_summary)) STORED,
	CONSTRAINT "good_named" CHECK ("good"."chinese_name" <> '' or "good"."english_name" <> ''),
	CONSTRAINT "good_amounts" CHECK ("good"."price" >= 0 and "good"."stock" >= 0)
);

CREATE TABLE "good_variant" (
	"id" text PRIMARY KEY NOT NULL,
	"good_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"code" text NOT NULL,
	"chinese_name" text NOT NULL,
	"english_name" text NOT NULL,
	"price" numeric(14, 4),
	"stock" integer,
	"position" integer NOT NULL,
	CONSTRAINT "good_variant_named" CHECK ("good_variant"."chinese_name" <> '' or "good_variant"."english_name" <> ''),
	CONSTRAINT "good_variant_amounts" CHECK ("good_variant"."price" >= 0 and "good_variant"."stock" >= 0)
);

CREATE TABLE "good_price" (
	"id" text PRIMARY KEY NOT NULL,
	"good_id" text NOT NULL,
	"variant_id" text,
	"office_path" text COLLATE "C" NOT NULL,
	"buyer_path" text COLLATE "C" NOT NULL,
	"price" numeric(14, 4) NOT NULL,
	"currency" text DEFAULT 'CNY' NOT NULL,
	CONSTRAINT "good_price_buyer" UNIQUE NULLS NOT DISTINCT("buyer_path","good_id","variant_id"),
	CONSTRAINT "good_price_amount" CHECK ("good_price"."price" >= 0)
);

CREATE TABLE "good_favourite" (
	"id" text PRIMARY KEY NOT NULL,
	"good_id" text NOT NULL,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"code" text NOT NULL,
	"chinese_name" text NOT NULL,
	"english_name" text NOT NULL,
	"price" numeric(14, 4),
	"currency" text DEFAULT 'CNY' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "good_favourite_one" UNIQUE("account_id","good_id")
);

CREATE TABLE "basket_line" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"good_id" text NOT NULL,
	"variant_id" text,
	"quantity" integer NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "basket_line_one" UNIQUE NULLS NOT DISTINCT("account_id","good_id","variant_id"),
	CONSTRAINT "basket_line_quantity" CHECK ("basket_line"."quantity" > 0)
);

ALTER TABLE "basket_line" ADD CONSTRAINT "basket_line_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "basket_line" ADD CONSTRAINT "basket_line_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "basket_line" ADD CONSTRAINT "basket_line_good_id_good_id_fk" FOREIGN KEY ("good_id") REFERENCES "public"."good"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "basket_line" ADD CONSTRAINT "basket_line_variant_id_good_variant_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."good_variant"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "good" ADD CONSTRAINT "good_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "good" ADD CONSTRAINT "good_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "good_favourite" ADD CONSTRAINT "good_favourite_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "good_favourite" ADD CONSTRAINT "good_favourite_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "good_price" ADD CONSTRAINT "good_price_good_id_good_id_fk" FOREIGN KEY ("good_id") REFERENCES "public"."good"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "good_price" ADD CONSTRAINT "good_price_variant_id_good_variant_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."good_variant"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "good_price" ADD CONSTRAINT "good_price_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "good_price" ADD CONSTRAINT "good_price_buyer_path_office_path_fk" FOREIGN KEY ("buyer_path") REFERENCES "public"."office"("path") ON DELETE cascade ON UPDATE cascade;
ALTER TABLE "good_variant" ADD CONSTRAINT "good_variant_good_id_good_id_fk" FOREIGN KEY ("good_id") REFERENCES "public"."good"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "good_variant" ADD CONSTRAINT "good_variant_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "basket_line_good" ON "basket_line" USING btree ("good_id");
CREATE INDEX "basket_line_scope" ON "basket_line" USING btree ("office_path");
CREATE UNIQUE INDEX "good_code" ON "good" USING btree ("office_path",lower("code"));
CREATE INDEX "good_list" ON "good" USING btree ("status","updated_at");
CREATE INDEX "good_category" ON "good" USING btree ("category_id");
CREATE INDEX "good_sought" ON "good" USING gin ("sought" gin_trgm_ops);
CREATE INDEX "good_favourite_good" ON "good_favourite" USING btree ("good_id");
CREATE INDEX "good_favourite_scope" ON "good_favourite" USING btree ("office_path");
CREATE INDEX "good_price_good" ON "good_price" USING btree ("good_id");
CREATE INDEX "good_price_scope" ON "good_price" USING btree ("office_path");
CREATE INDEX "good_variant_good" ON "good_variant" USING btree ("good_id","position");
CREATE INDEX "good_variant_scope" ON "good_variant" USING btree ("office_path");

-- Categories of goods are a tree.
ALTER TABLE "category" ADD COLUMN "parent_id" text;
ALTER TABLE "category" ADD CONSTRAINT "category_parent_id_category_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."category"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "category_parent" ON "category" USING btree ("parent_id");

-- What a buyer pays where it is not what everybody pays. Null: whoever asks, who is the customer or agent of the scope. For
-- another buyer only the provider may ask; anybody else gets nothing.
CREATE FUNCTION prices_of(buyer text) RETURNS TABLE (good_id text, variant_id text, price numeric, currency text)
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
		RETURN QUERY SELECT p.good_id, p.variant_id, p.price, p.currency FROM good_price p
			WHERE p.buyer_path = coalesce(buyer, asking);
	END IF;
	PERFORM set_config('app.lo', lo, true), set_config('app.hi', hi, true), set_config('app.farm', farm, true);
END $$;

-- Takes so many from the stock of a good, or of its variant where that is counted; a negative number puts them back. False where
-- there are not as many: nothing is taken then. Of two who want the last one, one gets it. Buyers may not write goods themselves.
CREATE FUNCTION take_stock(of_good text, of_variant text, pieces integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	lo text := current_setting('app.lo', true);
	hi text := current_setting('app.hi', true);
	farm text := current_setting('app.farm', true);
	in_stock integer;
BEGIN
	PERFORM system_scope();
	PERFORM FROM good WHERE id = of_good FOR UPDATE;
	SELECT stock INTO in_stock FROM good_variant WHERE id = of_variant AND good_id = of_good;
	IF in_stock IS NOT NULL THEN
		UPDATE good_variant SET stock = stock - pieces WHERE id = of_variant AND in_stock >= pieces;
	ELSE
		SELECT stock INTO in_stock FROM good WHERE id = of_good;
		UPDATE good SET stock = stock - pieces WHERE id = of_good AND in_stock >= pieces;
	END IF;
	-- Whoever has the good open in a form must not write the old number back.
	UPDATE good SET version = version + 1 WHERE id = of_good AND in_stock >= pieces;
	PERFORM set_config('app.lo', lo, true), set_config('app.hi', hi, true), set_config('app.farm', farm, true);
	RETURN coalesce(in_stock >= pieces, true);
END $$;
GRANT EXECUTE ON FUNCTION prices_of, take_stock TO smart_farm_app;
