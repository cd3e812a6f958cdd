-- Alarms are told along a chain until somebody is on site: steps of the on-call plan, holidays, and what became of each telling.
ALTER TABLE "alarm_duty" ADD COLUMN "step" integer DEFAULT 1 NOT NULL;
ALTER TABLE "alarm_duty" ADD COLUMN "house_ids" text[];
ALTER TABLE "alarm_duty" ADD COLUMN "holidays" text DEFAULT 'also' NOT NULL;
ALTER TABLE "alarm_duty" ADD CONSTRAINT "alarm_duty_step" CHECK ("alarm_duty"."step" between 1 and 9);
ALTER TABLE "alarm_duty" ADD CONSTRAINT "alarm_duty_holidays" CHECK ("alarm_duty"."holidays" in ('also', 'not', 'only'));

CREATE TABLE "alarm_holiday" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"from_on" date NOT NULL,
	"until_on" date NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "alarm_holiday_days" CHECK ("alarm_holiday"."until_on" >= "alarm_holiday"."from_on")
);
ALTER TABLE "alarm_holiday" ADD CONSTRAINT "alarm_holiday_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "alarm_holiday" ADD CONSTRAINT "alarm_holiday_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "alarm_holiday_scope" ON "alarm_holiday" USING btree ("office_path");
CREATE INDEX "alarm_holiday_farm" ON "alarm_holiday" USING btree ("farm_path");
CREATE TRIGGER alarm_holiday_farm BEFORE INSERT ON "alarm_holiday" FOR EACH ROW EXECUTE FUNCTION take_farm_path();

ALTER TABLE "alarm" ADD COLUMN "chain_from" timestamp with time zone;
ALTER TABLE "alarm" ADD COLUMN "chain_at" timestamp with time zone;
CREATE INDEX "alarm_chain" ON "alarm" USING btree ("chain_at") WHERE "alarm"."chain_at" is not null;
UPDATE "alarm" SET "chain_from" = "rung_at", "chain_at" = now()
	WHERE "condition" <> 'cleared' AND "live" AND "level" IN ('critical', 'emergency') AND "rung_at" IS NOT NULL
		AND "handling" IN ('new', 'seen', 'going') AND NOT starts_with("rule", 'farm rule ');

CREATE TABLE "alarm_event" (
	"id" text PRIMARY KEY NOT NULL,
	"alarm_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"account_id" text,
	"actor_name" text,
	"chain_from" timestamp with time zone,
	"step" integer,
	"round" integer,
	"message_id" text,
	"mailed_at" timestamp with time zone,
	"pushed_at" timestamp with time zone,
	"call_id" text,
	"called_at" timestamp with time zone,
	"call_result" text,
	"call_result_at" timestamp with time zone,
	"answer" text,
	"via" text,
	"is_proven" boolean DEFAULT false NOT NULL,
	"value" double precision,
	"note" text,
	CONSTRAINT "alarm_event_kind" CHECK ("alarm_event"."kind" in ('told', 'answer')),
	CONSTRAINT "alarm_event_answer" CHECK (("alarm_event"."kind" = 'answer') = ("alarm_event"."answer" is not null))
);
ALTER TABLE "alarm_event" ADD CONSTRAINT "alarm_event_alarm_id_alarm_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarm"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "alarm_event" ADD CONSTRAINT "alarm_event_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "alarm_event" ADD CONSTRAINT "alarm_event_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "alarm_event" ADD CONSTRAINT "alarm_event_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "alarm_event_alarm" ON "alarm_event" USING btree ("alarm_id","at");
CREATE INDEX "alarm_event_scope" ON "alarm_event" USING btree ("office_path");
CREATE INDEX "alarm_event_farm" ON "alarm_event" USING btree ("farm_path");
CREATE INDEX "alarm_event_account" ON "alarm_event" USING btree ("account_id") WHERE account_id is not null;
CREATE INDEX "alarm_event_message" ON "alarm_event" USING btree ("message_id") WHERE message_id is not null;
CREATE INDEX "alarm_event_call" ON "alarm_event" USING btree ("call_id") WHERE call_id is not null;
-- Nobody is told twice for one step and round of a chain; an answer by phone counts once.
CREATE UNIQUE INDEX "alarm_event_told_once" ON "alarm_event" USING btree ("alarm_id","chain_from","account_id","step","round") WHERE kind = 'told' and step > 0;
CREATE UNIQUE INDEX "alarm_event_answered_once" ON "alarm_event" USING btree ("alarm_id","call_id","answer") WHERE kind = 'answer' and call_id is not null;

-- Who is erased is nameless here as well.
CREATE FUNCTION forget_alarm_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE alarm_event SET actor_name = NULL, note = NULL WHERE account_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_answers AFTER UPDATE OF erased_at ON account FOR EACH ROW
	WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION forget_alarm_answers();
