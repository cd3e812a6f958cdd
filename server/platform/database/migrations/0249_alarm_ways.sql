-- Whether the ways of an alarm work: those of the installation as they were last tried, and those of each person as last proven.
CREATE TABLE "alarm_way" (
	"way" text NOT NULL,
	"place" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"worked_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"dead_since" timestamp with time zone,
	"problem" text,
	"asked_id" text,
	"asked_at" timestamp with time zone,
	"echoed_at" timestamp with time zone,
	"echo_problem" text,
	CONSTRAINT "alarm_way_way_place_pk" PRIMARY KEY("way","place"),
	CONSTRAINT "alarm_way_way" CHECK ("alarm_way"."way" in ('mail', 'push', 'call', 'watchdog'))
);

CREATE TABLE "person_way" (
	"account_id" text NOT NULL,
	"way" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"asked_at" timestamp with time zone,
	"owed_since" timestamp with time zone,
	"proven_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	CONSTRAINT "person_way_account_id_way_pk" PRIMARY KEY("account_id","way"),
	CONSTRAINT "person_way_way" CHECK ("person_way"."way" in ('mail', 'push', 'call'))
);
ALTER TABLE "person_way" ADD CONSTRAINT "person_way_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "person_way" ADD CONSTRAINT "person_way_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "person_way_scope" ON "person_way" USING btree ("office_path");
CREATE INDEX "person_way_owed" ON "person_way" USING btree ("owed_since") WHERE "person_way"."owed_since" is not null;
