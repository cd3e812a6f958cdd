-- Webhooks are told of a payment, a shipping entry and a change of an order too.
CREATE TRIGGER webhook_paid AFTER UPDATE OF paid_on ON "customer_order" FOR EACH ROW
	WHEN (NEW.paid_on IS DISTINCT FROM OLD.paid_on) EXECUTE FUNCTION note_webhooks('order.paid');
CREATE TRIGGER webhook_changed AFTER UPDATE OF lines, freight, currency, shipments, consignee, phone, country, city, address, content,
	production_end ON "customer_order" FOR EACH ROW
	WHEN (NEW.state = OLD.state AND (NEW.lines, NEW.freight, NEW.currency, NEW.shipments, NEW.consignee, NEW.phone, NEW.country, NEW.city, NEW.address,
		NEW.content, NEW.production_end) IS DISTINCT FROM (OLD.lines, OLD.freight, OLD.currency, OLD.shipments, OLD.consignee, OLD.phone,
		OLD.country, OLD.city, OLD.address, OLD.content, OLD.production_end)) EXECUTE FUNCTION note_webhooks('order.changed');

-- The entry is another row than its order: the message is about the order.
CREATE FUNCTION note_order_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	lo text := current_setting('app.lo', true);
	hi text := current_setting('app.hi', true);
	farm text := current_setting('app.farm', true);
BEGIN
	PERFORM system_scope();
	INSERT INTO webhook_delivery (id, webhook_id, office_path, event, subject_id)
	SELECT gen_random_uuid()::text, w.id, w.office_path, 'order.logged', o.id FROM customer_order o, webhook w
	WHERE o.id = NEW.record_id AND w.is_active AND 'order.logged' = ANY (w.events)
		AND (w.is_staff OR starts_with(o.office_path, w.office_path));
	PERFORM set_config('app.lo', coalesce(lo, ''), true), set_config('app.hi', coalesce(hi, ''), true),
		set_config('app.farm', coalesce(farm, ''), true);
	RETURN NULL;
END $$;
CREATE TRIGGER webhook_logged AFTER INSERT ON "record_entry" FOR EACH ROW
	WHEN (NEW.module = 'orders' AND NEW.step IN ('produced', 'left', 'cleared', 'loaded', 'sailed', 'arrived', 'imported', 'delivered',
		'other')) EXECUTE FUNCTION note_order_entry();
