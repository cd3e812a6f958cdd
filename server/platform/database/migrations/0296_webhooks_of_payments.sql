-- Webhooks are told of every payment and refund, not only of the one that settles the order, and of changed terms, a deletion and a
-- restoring.
DROP TRIGGER webhook_paid ON "customer_order";
CREATE TRIGGER webhook_paid AFTER UPDATE OF payments, paid_on ON "customer_order" FOR EACH ROW
	WHEN ((NEW.payments, NEW.paid_on) IS DISTINCT FROM (OLD.payments, OLD.paid_on)) EXECUTE FUNCTION note_webhooks('order.paid');
DROP TRIGGER webhook_changed ON "customer_order";
CREATE TRIGGER webhook_changed AFTER UPDATE OF lines, freight, currency, shipments, consignee, phone, country, city, address, content,
	production_end, terms, deleted_at ON "customer_order" FOR EACH ROW
	WHEN (NEW.state = OLD.state AND (NEW.lines, NEW.freight, NEW.currency, NEW.shipments, NEW.consignee, NEW.phone, NEW.country, NEW.city, NEW.address,
		NEW.content, NEW.production_end, NEW.terms, NEW.deleted_at) IS DISTINCT FROM (OLD.lines, OLD.freight, OLD.currency, OLD.shipments,
		OLD.consignee, OLD.phone, OLD.country, OLD.city, OLD.address, OLD.content, OLD.production_end, OLD.terms, OLD.deleted_at))
	EXECUTE FUNCTION note_webhooks('order.changed');
