-- How people want to be told of what, and which messages wait to be mailed.
CREATE TABLE "notice_choice" (
	"account_id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"channels" jsonb NOT NULL,
	"quiet_from" time,
	"quiet_until" time
);
ALTER TABLE "notice_choice" ADD CONSTRAINT "notice_choice_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notice_choice" ADD CONSTRAINT "notice_choice_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;

ALTER TABLE "notice_message" ADD COLUMN "mail_wanted" boolean DEFAULT false NOT NULL;
ALTER TABLE "notice_message" ADD COLUMN "mailed_at" timestamp with time zone;
CREATE INDEX "notice_message_to_mail" ON "notice_message" USING btree ("account_id") WHERE mail_wanted;
CREATE INDEX "notice_message_mailed" ON "notice_message" USING btree ("account_id","mailed_at") WHERE mailed_at is not null;

-- Told after the commit, once for a transaction, to whichever process makes mails of them.
CREATE FUNCTION tell_notice_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('notice_mail', '');
  RETURN NULL;
END $$;
CREATE TRIGGER notice_to_mail AFTER INSERT ON notice_message FOR EACH ROW WHEN (NEW.mail_wanted)
  EXECUTE FUNCTION tell_notice_mail();

-- Reminders go the way of all messages; one that waits still has its words.
UPDATE mail SET template = 'notice', "values" = "values" || '{"business": "", "subject": ""}' WHERE template = 'reminder';
