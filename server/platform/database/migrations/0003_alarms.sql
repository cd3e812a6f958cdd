-- Alarms and what was done about them.
CREATE TABLE "alarm" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"source" text NOT NULL,
	"rule" text NOT NULL,
	"code" text NOT NULL,
	"level" text NOT NULL,
	"subject_id" text NOT NULL,
	"house_ids" text[] NOT NULL,
	"condition" text NOT NULL,
	"raised_at" timestamp with time zone NOT NULL,
	"cleared_at" timestamp with time zone,
	"since" timestamp with time zone,
	"value" double precision,
	"limit" double precision,
	"target" double precision,
	"repeats" integer DEFAULT 0 NOT NULL,
	"live" boolean NOT NULL,
	"handling" text DEFAULT 'new' NOT NULL,
	"handled_by" text,
	"handled_at" timestamp with time zone,
	"cause" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "alarm_step" (
	"id" text PRIMARY KEY NOT NULL,
	"alarm_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"step" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"account_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"note" text
);

ALTER TABLE "alarm" ADD CONSTRAINT "alarm_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "alarm" ADD CONSTRAINT "alarm_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "alarm" ADD CONSTRAINT "alarm_subject_id_device_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "alarm_step" ADD CONSTRAINT "alarm_step_alarm_id_alarm_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarm"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "alarm_step" ADD CONSTRAINT "alarm_step_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "alarm_step" ADD CONSTRAINT "alarm_step_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "alarm_step" ADD CONSTRAINT "alarm_step_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "alarm_once" ON "alarm" USING btree ("subject_id","rule","raised_at");
CREATE UNIQUE INDEX "alarm_standing" ON "alarm" USING btree ("subject_id","rule") WHERE "alarm"."condition" <> 'cleared';
CREATE INDEX "alarm_scope" ON "alarm" USING btree ("office_path",("handling" = 'solved'),"raised_at" DESC);
CREATE INDEX "alarm_houses" ON "alarm" USING gin ("house_ids");
CREATE INDEX "alarm_raised" ON "alarm" USING btree ("raised_at");
CREATE UNIQUE INDEX "alarm_step_once" ON "alarm_step" USING btree ("alarm_id","step");
