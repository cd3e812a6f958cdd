-- What became of each mail and push that told people of an alarm.
ALTER TABLE "alarm_event" ADD "mail_id" text, ADD "mail_result" text, ADD "mail_result_at" timestamp with time zone,
	ADD "push_id" text, ADD "push_result" text, ADD "push_result_at" timestamp with time zone;
CREATE INDEX "alarm_event_mail" ON "alarm_event" USING btree ("mail_id") WHERE mail_id is not null;
CREATE INDEX "alarm_event_push" ON "alarm_event" USING btree ("push_id") WHERE push_id is not null;
