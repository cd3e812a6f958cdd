-- How long values have been beyond limits that have a delay.
CREATE TABLE "alarm_watch" (
	"subject_id" text NOT NULL,
	"rule" text NOT NULL,
	"step" integer NOT NULL,
	"spent_ms" double precision NOT NULL,
	"is_beyond" boolean NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"counted_at" timestamp with time zone,
	CONSTRAINT "alarm_watch_subject_id_rule_step_pk" PRIMARY KEY("subject_id","rule","step")
);
ALTER TABLE "alarm_watch" ADD CONSTRAINT "alarm_watch_subject_id_device_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;
