-- What a good costs in its cheapest size, as the mall shows and orders it. Kept by the database.
ALTER TABLE "good" ADD COLUMN "least_price" numeric(14, 4);

CREATE FUNCTION least_price_of(of_good text, of_all numeric) RETURNS numeric LANGUAGE sql STABLE AS $$
	SELECT coalesce(min(coalesce(price, of_all)), of_all) FROM good_variant WHERE good_id = of_good
$$;
CREATE FUNCTION note_least_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.least_price := least_price_of(NEW.id, NEW.price);
	RETURN NEW;
END $$;
CREATE TRIGGER least_price_noted BEFORE INSERT OR UPDATE OF price ON "good" FOR EACH ROW EXECUTE FUNCTION note_least_price();

CREATE FUNCTION note_price_of_size() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	of_good text := CASE WHEN TG_OP = 'DELETE' THEN OLD.good_id ELSE NEW.good_id END;
BEGIN
	UPDATE good SET least_price = least_price_of(id, price)
		WHERE id = of_good AND least_price IS DISTINCT FROM least_price_of(id, price);
	RETURN NULL;
END $$;
CREATE TRIGGER price_of_size_noted AFTER INSERT OR DELETE OR UPDATE OF price ON "good_variant"
	FOR EACH ROW EXECUTE FUNCTION note_price_of_size();

SELECT system_scope();
UPDATE "good" SET "least_price" = least_price_of(id, price);

-- The shelf in its usual order, with what its policy asks and what it is ordered by: it is counted and ordered without the rows.
DROP INDEX "good_on_shelf";
CREATE INDEX "good_on_shelf" ON "good" USING btree ("created_at","id","office_path","status","least_price") WHERE status = 'released';

-- The same for orders by their numbers, and for how many stand where.
CREATE INDEX "customer_order_numbered" ON "customer_order" USING btree ("number","id","office_path");
CREATE INDEX "customer_order_standing" ON "customer_order" USING btree ("office_path","state","withdrawn_at");
