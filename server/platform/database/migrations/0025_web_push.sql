-- Browsers that are told of messages while nobody looks, and what waits to be told to them.
CREATE TABLE "push_subscription" (
	"session_id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE UNIQUE INDEX "push_subscription_endpoint" ON "push_subscription" USING btree ("endpoint");
CREATE INDEX "push_subscription_account" ON "push_subscription" USING btree ("account_id");
CREATE INDEX "push_subscription_scope" ON "push_subscription" USING btree ("office_path");

CREATE TABLE "push" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"content" jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"useful_until" timestamp with time zone NOT NULL
);
ALTER TABLE "push" ADD CONSTRAINT "push_session_id_push_subscription_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."push_subscription"("session_id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "push_due" ON "push" USING btree ("tries","due_at");
CREATE INDEX "push_session" ON "push" USING btree ("session_id");

ALTER TABLE "notice_message" ADD COLUMN "push_wanted" boolean DEFAULT false NOT NULL;
ALTER TABLE "notice_message" ADD COLUMN "pushed_at" timestamp with time zone;
CREATE INDEX "notice_message_to_push" ON "notice_message" USING btree ("account_id") WHERE push_wanted;
CREATE INDEX "notice_message_pushed" ON "notice_message" USING btree ("account_id","pushed_at") WHERE pushed_at is not null;

-- Who chose before gets what holds for who never chose.
UPDATE notice_choice SET channels = (
	SELECT jsonb_object_agg(type, jsonb_build_object('push', type IN ('device_alarm', 'to_do')) || chosen)
	FROM jsonb_each(channels) AS each (type, chosen)
) WHERE channels <> '{}';

-- A browser shows the messages of one person: of who turned push on there last, in whichever office the other was.
CREATE FUNCTION take_push_endpoint() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  lo text := current_setting('app.lo', true);
  hi text := current_setting('app.hi', true);
  farm text := current_setting('app.farm', true);
BEGIN
  PERFORM system_scope();
  DELETE FROM push_subscription WHERE endpoint = NEW.endpoint AND session_id <> NEW.session_id;
  PERFORM set_config('app.lo', lo, true), set_config('app.hi', hi, true), set_config('app.farm', farm, true);
  RETURN NEW;
END $$;
CREATE TRIGGER push_endpoint_taken BEFORE INSERT ON push_subscription FOR EACH ROW EXECUTE FUNCTION take_push_endpoint();

-- Told after the commit, once for a transaction: that messages wait to be pushed, and that pushes wait to be handed over.
CREATE FUNCTION tell_push() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], '');
  RETURN NULL;
END $$;
CREATE TRIGGER notice_to_push AFTER INSERT ON notice_message FOR EACH ROW WHEN (NEW.push_wanted)
  EXECUTE FUNCTION tell_push('notice_push');
CREATE TRIGGER push_queued AFTER INSERT ON push FOR EACH STATEMENT EXECUTE FUNCTION tell_push('push');
