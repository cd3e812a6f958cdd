-- Reports that come by mail by themselves, and what came of each time they were due.
CREATE TABLE "report_schedule" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"report" text NOT NULL,
	"rhythm" text NOT NULL,
	"weekday" text,
	"clock" text NOT NULL,
	"office_id" text,
	"next_at" timestamp with time zone,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_schedule_rhythm" CHECK (("report_schedule"."rhythm" = 'week') = ("report_schedule"."weekday" is not null)
		and ("report_schedule"."rhythm" = 'flockEnd') = ("report_schedule"."next_at" is null))
);
CREATE TABLE "report_run" (
	"schedule_id" text NOT NULL,
	"due" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"job_id" text,
	"problem" jsonb,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_run_schedule_id_due_pk" PRIMARY KEY("schedule_id","due")
);
ALTER TABLE "report_schedule" ADD CONSTRAINT "report_schedule_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_schedule" ADD CONSTRAINT "report_schedule_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "report_schedule" ADD CONSTRAINT "report_schedule_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_run" ADD CONSTRAINT "report_run_schedule_id_report_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."report_schedule"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "report_run" ADD CONSTRAINT "report_run_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "report_run" ADD CONSTRAINT "report_run_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "report_schedule_account" ON "report_schedule" USING btree ("account_id");
CREATE INDEX "report_schedule_scope" ON "report_schedule" USING btree ("office_path");
CREATE INDEX "report_schedule_office" ON "report_schedule" USING btree ("office_id");
CREATE INDEX "report_schedule_due" ON "report_schedule" USING btree ("next_at");
CREATE INDEX "report_run_scope" ON "report_run" USING btree ("office_path");
CREATE INDEX "report_run_job" ON "report_run" USING btree ("job_id");

-- The result of a job may go to somebody by mail, and a mail may carry a file.
ALTER TABLE "job" ADD COLUMN "mail_to" text;
ALTER TABLE "mail" ADD COLUMN "file_id" text;
ALTER TABLE "mail" ADD CONSTRAINT "mail_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "mail_file" ON "mail" USING btree ("file_id") WHERE file_id is not null;

-- The moment a flock was closed, whichever day it ended on. One that is opened and closed again was closed anew.
ALTER TABLE "flock" ADD COLUMN "closed_at" timestamp with time zone;
CREATE INDEX "flock_closed" ON "flock" USING btree ("closed_at") WHERE closed_at is not null;
CREATE FUNCTION note_closing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.ended_on IS NULL THEN NEW.closed_at := NULL;
	ELSIF TG_OP = 'INSERT' OR OLD.ended_on IS NULL THEN NEW.closed_at := clock_timestamp();
	END IF;
	RETURN NEW;
END $$;
CREATE TRIGGER flock_closing BEFORE INSERT OR UPDATE OF ended_on ON flock FOR EACH ROW EXECUTE FUNCTION note_closing();

-- Who was erased wants no reports.
CREATE FUNCTION erase_in_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM report_schedule WHERE account_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_reports AFTER UPDATE OF erased_at ON account
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_reports();
