-- What an ERP calls an order: of one number there is one order, however often it is sent.
ALTER TABLE "customer_order" ADD COLUMN "external_number" text;
CREATE UNIQUE INDEX "customer_order_external" ON "customer_order" USING btree ("external_number") WHERE external_number is not null;

-- When an order was changed last, whatever changed it: the begin of the transaction, by the database's clock. A reader who looks
-- only before the begin of every transaction that still runs misses none.
ALTER TABLE "customer_order" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;
CREATE INDEX "customer_order_changed" ON "customer_order" USING btree ("changed_at","id");
CREATE FUNCTION note_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.changed_at := now();
	RETURN NEW;
END $$;
CREATE TRIGGER order_changed BEFORE INSERT OR UPDATE ON "customer_order" FOR EACH ROW EXECUTE FUNCTION note_changed();
