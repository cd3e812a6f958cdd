-- People who are on call are rung up or texted through a gateway: what waits for it.
CREATE TABLE "phone_call" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"content" jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"useful_until" timestamp with time zone NOT NULL
);
ALTER TABLE "phone_call" ADD CONSTRAINT "phone_call_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "phone_call_due" ON "phone_call" USING btree ("due_at");
CREATE INDEX "phone_call_account" ON "phone_call" USING btree ("account_id");
CREATE TRIGGER phone_call_queued AFTER INSERT ON phone_call FOR EACH STATEMENT EXECUTE FUNCTION tell_push('phone_call');

ALTER TABLE "notice_message" ADD COLUMN "call_wanted" boolean DEFAULT false NOT NULL;
ALTER TABLE "notice_message" ADD COLUMN "called_at" timestamp with time zone;
CREATE INDEX "notice_message_to_call" ON "notice_message" USING btree ("account_id") WHERE call_wanted;
CREATE INDEX "notice_message_called" ON "notice_message" USING btree ("account_id","called_at") WHERE called_at is not null;
CREATE TRIGGER notice_to_call AFTER INSERT ON notice_message FOR EACH ROW WHEN (NEW.call_wanted)
  EXECUTE FUNCTION tell_push('notice_call');

-- A number that somebody above a farm wrote for its people is not rung up: alarms would tell them of the farm. It is, once
-- somebody of the farm has saved it.
ALTER TABLE "account" ADD COLUMN "phone_from_above" boolean DEFAULT false NOT NULL;
CREATE FUNCTION mark_phone() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  farm text := current_setting('app.farm', true);
  of_office text := (SELECT farm_path FROM office WHERE id = NEW.office_id);
  is_above boolean := of_office IS NOT NULL AND farm IS DISTINCT FROM '*' AND farm IS DISTINCT FROM of_office;
BEGIN
  -- Whoever above saves another field says nothing of the number.
  IF TG_OP = 'UPDATE' AND is_above AND NEW.phone IS NOT DISTINCT FROM OLD.phone THEN RETURN NEW; END IF;
  NEW.phone_from_above := is_above AND NEW.phone IS NOT NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER account_phone_given BEFORE INSERT OR UPDATE OF phone ON account FOR EACH ROW EXECUTE FUNCTION mark_phone();

-- Test alarms: whom one was told, and by the messages that were opened, who confirmed it.
CREATE TABLE "alarm_test" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"account_id" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE "alarm_test" ADD CONSTRAINT "alarm_test_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "alarm_test" ADD CONSTRAINT "alarm_test_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "alarm_test" ADD CONSTRAINT "alarm_test_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "alarm_test_scope" ON "alarm_test" USING btree ("office_path","started_at");
CREATE INDEX "alarm_test_farm" ON "alarm_test" USING btree ("farm_path");
CREATE INDEX "alarm_test_account" ON "alarm_test" USING btree ("account_id") WHERE account_id is not null;
CREATE INDEX "notice_message_of_test" ON "notice_message" USING btree ("subject_id") WHERE business_type = 'alarm-test';
CREATE TRIGGER alarm_test_farm BEFORE INSERT ON "alarm_test" FOR EACH ROW EXECUTE FUNCTION take_farm_path();
