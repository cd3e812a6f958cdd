-- Addresses of other systems that are told of orders, inquiries, repairs and alarms, and what they are told.
CREATE TABLE "webhook" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"owner_id" text NOT NULL,
	"is_staff" boolean NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"events" text[] NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"secret" text NOT NULL,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE "webhook_delivery" (
	"id" text PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"event" text NOT NULL,
	"subject_id" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_try_at" timestamp with time zone,
	"status" integer,
	"problem" text,
	"duration_ms" integer,
	CONSTRAINT "webhook_delivery_state" CHECK ("webhook_delivery"."state" in ('waiting', 'delivered', 'failed'))
);
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_owner_id_account_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "webhook_scope" ON "webhook" USING btree ("office_path");
CREATE INDEX "webhook_owner" ON "webhook" USING btree ("owner_id");
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("webhook_id","due_at") WHERE "webhook_delivery"."state" = 'waiting';
CREATE INDEX "webhook_delivery_log" ON "webhook_delivery" USING btree ("webhook_id","made_at" DESC NULLS LAST);
CREATE INDEX "webhook_delivery_scope" ON "webhook_delivery" USING btree ("office_path");

-- Writes what webhooks are told of a row, in the transaction that changes it: none is told of what was not stored, none misses
-- what was. Whether its owner still sees the row is asked when it is sent. Without webhooks this reads an empty table.
CREATE FUNCTION note_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	lo text := current_setting('app.lo', true);
	hi text := current_setting('app.hi', true);
	farm text := current_setting('app.farm', true);
BEGIN
	PERFORM system_scope();
	INSERT INTO webhook_delivery (id, webhook_id, office_path, event, subject_id)
	SELECT gen_random_uuid()::text, w.id, w.office_path, TG_ARGV[0], NEW.id FROM webhook w
	WHERE w.is_active AND TG_ARGV[0] = ANY (w.events) AND (w.is_staff OR starts_with(NEW.office_path, w.office_path));
	PERFORM set_config('app.lo', coalesce(lo, ''), true), set_config('app.hi', coalesce(hi, ''), true),
		set_config('app.farm', coalesce(farm, ''), true);
	RETURN NULL;
END $$;
CREATE TRIGGER webhook_created AFTER INSERT ON "customer_order" FOR EACH ROW EXECUTE FUNCTION note_webhooks('order.created');
CREATE TRIGGER webhook_moved AFTER UPDATE OF state ON "customer_order" FOR EACH ROW
	WHEN (NEW.state <> OLD.state AND NEW.state <> 'completed') EXECUTE FUNCTION note_webhooks('order.moved');
CREATE TRIGGER webhook_completed AFTER UPDATE OF state ON "customer_order" FOR EACH ROW
	WHEN (NEW.state <> OLD.state AND NEW.state = 'completed') EXECUTE FUNCTION note_webhooks('order.closed');
CREATE TRIGGER webhook_withdrawn AFTER UPDATE OF withdrawn_at ON "customer_order" FOR EACH ROW
	WHEN (NEW.withdrawn_at IS NOT NULL AND OLD.withdrawn_at IS NULL) EXECUTE FUNCTION note_webhooks('order.closed');
CREATE TRIGGER webhook_created AFTER INSERT ON "inquiry" FOR EACH ROW EXECUTE FUNCTION note_webhooks('inquiry.created');
CREATE TRIGGER webhook_moved AFTER UPDATE OF state ON "inquiry" FOR EACH ROW
	WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION note_webhooks('inquiry.moved');
CREATE TRIGGER webhook_created AFTER INSERT ON "repair" FOR EACH ROW EXECUTE FUNCTION note_webhooks('repair.created');
CREATE TRIGGER webhook_moved AFTER UPDATE OF state ON "repair" FOR EACH ROW
	WHEN (NEW.state <> OLD.state AND NEW.state <> 'finished') EXECUTE FUNCTION note_webhooks('repair.moved');
CREATE TRIGGER webhook_finished AFTER UPDATE OF state ON "repair" FOR EACH ROW
	WHEN (NEW.state <> OLD.state AND NEW.state = 'finished') EXECUTE FUNCTION note_webhooks('repair.closed');
CREATE TRIGGER webhook_cancelled AFTER UPDATE OF cancelled_at ON "repair" FOR EACH ROW
	WHEN (NEW.cancelled_at IS NOT NULL AND OLD.cancelled_at IS NULL) EXECUTE FUNCTION note_webhooks('repair.closed');
-- Of what a device tells of afterwards nobody is alerted, and no webhook either. One that comes back is raised again.
CREATE TRIGGER webhook_created AFTER INSERT ON "alarm" FOR EACH ROW
	WHEN (NEW.live AND NEW.condition = 'active') EXECUTE FUNCTION note_webhooks('alarm.created');
CREATE TRIGGER webhook_back AFTER UPDATE OF condition ON "alarm" FOR EACH ROW
	WHEN (NEW.live AND NEW.condition = 'active' AND OLD.condition <> 'active') EXECUTE FUNCTION note_webhooks('alarm.created');
CREATE TRIGGER webhook_closed AFTER UPDATE OF condition ON "alarm" FOR EACH ROW
	WHEN (NEW.live AND NEW.condition = 'cleared' AND OLD.condition <> 'cleared') EXECUTE FUNCTION note_webhooks('alarm.closed');
CREATE TRIGGER webhook_moved AFTER UPDATE OF handling ON "alarm" FOR EACH ROW
	WHEN (NEW.handling <> OLD.handling) EXECUTE FUNCTION note_webhooks('alarm.moved');

-- Told after the commit, once for a transaction.
CREATE TRIGGER webhook_queued AFTER INSERT ON "webhook_delivery" FOR EACH ROW EXECUTE FUNCTION tell_push('webhook');
CREATE TRIGGER webhook_again AFTER UPDATE OF due_at ON "webhook_delivery" FOR EACH ROW
	WHEN (NEW.state = 'waiting' AND NEW.due_at <= now()) EXECUTE FUNCTION tell_push('webhook');
