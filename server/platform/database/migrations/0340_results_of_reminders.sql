-- What became of each overhaul reminder for each of its recipients, by the ways it was sent. It belongs to the recipient's office,
-- so that nobody sees people whom they do not see otherwise.
CREATE TABLE "overhaul_push_told" (
	"reminder_id" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"message_id" text NOT NULL,
	"told_at" timestamp with time zone DEFAULT now() NOT NULL,
	"in_app" boolean NOT NULL,
	"read_at" timestamp with time zone,
	"mail" text NOT NULL,
	"mail_id" text,
	"mailed_at" timestamp with time zone,
	"mail_result" text,
	"mail_result_at" timestamp with time zone,
	"push" text NOT NULL,
	"push_id" text,
	"pushed_at" timestamp with time zone,
	"push_result" text,
	"push_result_at" timestamp with time zone,
	CONSTRAINT "overhaul_push_told_reminder_id_due_at_account_id_pk" PRIMARY KEY("reminder_id","due_at","account_id")
);
ALTER TABLE "overhaul_push_told" ADD CONSTRAINT "overhaul_push_told_run" FOREIGN KEY ("reminder_id","due_at") REFERENCES "public"."overhaul_push_run"("push_id","due_at") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "overhaul_push_told" ADD CONSTRAINT "overhaul_push_told_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "overhaul_push_told" ADD CONSTRAINT "overhaul_push_told_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE UNIQUE INDEX "overhaul_push_told_message" ON "overhaul_push_told" USING btree ("message_id");
CREATE INDEX "overhaul_push_told_account" ON "overhaul_push_told" USING btree ("account_id");
CREATE INDEX "overhaul_push_told_scope" ON "overhaul_push_told" USING btree ("office_path");
CREATE INDEX "overhaul_push_told_mail" ON "overhaul_push_told" USING btree ("mail_id") WHERE mail_id is not null;
CREATE INDEX "overhaul_push_told_push" ON "overhaul_push_told" USING btree ("push_id") WHERE push_id is not null;

-- Whoever sent a reminder knows who has opened it; the message itself is its reader's alone.
CREATE FUNCTION note_reminder_read() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE overhaul_push_told SET read_at = NEW.read_at WHERE message_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER notice_message_reminder_read AFTER UPDATE OF "read_at" ON "notice_message" FOR EACH ROW
	WHEN (OLD.read_at IS NULL AND NEW.read_at IS NOT NULL AND NEW.business_type = 'overhaul')
	EXECUTE FUNCTION note_reminder_read();
