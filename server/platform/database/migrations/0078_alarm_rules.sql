-- What a farm wants to be warned of beside what the platform warns of by itself, who is on call, and what was told again.
CREATE TABLE "alarm_rule" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"house_id" text,
	"house_type" text,
	"metric" text NOT NULL,
	"direction" text NOT NULL,
	"limit" double precision NOT NULL,
	"for_minutes" integer NOT NULL,
	"level" text NOT NULL,
	"receivers" text NOT NULL,
	"ways" text[] NOT NULL,
	"unseen_minutes" integer,
	"status" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alarm_rule_minutes" CHECK ("alarm_rule"."for_minutes" >= 0 and ("alarm_rule"."unseen_minutes" is null or "alarm_rule"."unseen_minutes" > 0))
);

CREATE TABLE "alarm_duty" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"account_id" text NOT NULL,
	"substitute_id" text,
	"weekdays" integer[] NOT NULL,
	"from_clock" text NOT NULL,
	"until_clock" text NOT NULL,
	"from_on" date,
	"until_on" date,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alarm_duty_days" CHECK ("alarm_duty"."until_on" is null or "alarm_duty"."from_on" is null or "alarm_duty"."until_on" >= "alarm_duty"."from_on")
);

CREATE TABLE "alarm_escalation" (
	"alarm_id" text NOT NULL,
	"repeats" integer NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alarm_escalation_alarm_id_repeats_pk" PRIMARY KEY("alarm_id","repeats")
);

ALTER TABLE "alarm_rule" ADD CONSTRAINT "alarm_rule_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "alarm_rule" ADD CONSTRAINT "alarm_rule_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "alarm_rule" ADD CONSTRAINT "alarm_rule_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "alarm_duty" ADD CONSTRAINT "alarm_duty_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "alarm_duty" ADD CONSTRAINT "alarm_duty_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "alarm_duty" ADD CONSTRAINT "alarm_duty_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "alarm_duty" ADD CONSTRAINT "alarm_duty_substitute_id_account_id_fk" FOREIGN KEY ("substitute_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "alarm_escalation" ADD CONSTRAINT "alarm_escalation_alarm_id_alarm_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarm"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "alarm_escalation" ADD CONSTRAINT "alarm_escalation_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "alarm_escalation" ADD CONSTRAINT "alarm_escalation_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "alarm_rule_scope" ON "alarm_rule" USING btree ("office_path","created_at");
CREATE INDEX "alarm_rule_farm" ON "alarm_rule" USING btree ("farm_path");
CREATE INDEX "alarm_rule_house" ON "alarm_rule" USING btree ("house_id") WHERE "alarm_rule"."house_id" is not null;
CREATE INDEX "alarm_duty_scope" ON "alarm_duty" USING btree ("office_path");
CREATE INDEX "alarm_duty_farm" ON "alarm_duty" USING btree ("farm_path");
CREATE INDEX "alarm_duty_account" ON "alarm_duty" USING btree ("account_id");
CREATE INDEX "alarm_duty_substitute" ON "alarm_duty" USING btree ("substitute_id") WHERE "alarm_duty"."substitute_id" is not null;
CREATE INDEX "alarm_escalation_scope" ON "alarm_escalation" USING btree ("office_path");

-- Whose farm data it is follows from the office, as the policies ask for it.
CREATE FUNCTION take_farm_path() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.farm_path := (SELECT coalesce(farm_path, path) FROM office WHERE path = NEW.office_path);
	RETURN NEW;
END $$;
CREATE TRIGGER alarm_rule_farm BEFORE INSERT ON "alarm_rule" FOR EACH ROW EXECUTE FUNCTION take_farm_path();
CREATE TRIGGER alarm_duty_farm BEFORE INSERT ON "alarm_duty" FOR EACH ROW EXECUTE FUNCTION take_farm_path();

-- Every process holds the rules in memory, and reads them again after the commit.
CREATE FUNCTION tell_alarm_rule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('alarm_rule', '');
	RETURN NULL;
END $$;
CREATE TRIGGER alarm_rule_told AFTER INSERT OR UPDATE OR DELETE ON "alarm_rule"
	FOR EACH STATEMENT EXECUTE FUNCTION tell_alarm_rule();
