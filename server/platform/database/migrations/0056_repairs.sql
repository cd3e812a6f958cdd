-- Repairs customers apply for, and what the device measured then. Pictures of what people write about a record.
ALTER TABLE "record_entry" ADD COLUMN "pictures" text[] DEFAULT '{}' NOT NULL;

CREATE TABLE "repair" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"office_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C",
	"house_id" text,
	"device_id" text,
	"author_id" text NOT NULL,
	"author_name" text NOT NULL,
	"waits_since" timestamp with time zone,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"title" text NOT NULL,
	"equipment" text NOT NULL,
	"description" text NOT NULL,
	"expected_on" date,
	"phone" text NOT NULL,
	"alarm_id" text,
	"statement" text NOT NULL,
	"record" text,
	"accepter" text,
	"accepted_at" timestamp with time zone,
	"visit_at" timestamp with time zone,
	"visit_hours" integer,
	"finished_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text,
	CONSTRAINT "repair_number_unique" UNIQUE("number"),
	CONSTRAINT "repair_accepted" CHECK ("repair"."state" = 'pending' or "repair"."record" is not null)
);

CREATE TABLE "repair_reading" (
	"repair_id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"values" jsonb NOT NULL
);

ALTER TABLE "repair" ADD CONSTRAINT "repair_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "repair" ADD CONSTRAINT "repair_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "repair" ADD CONSTRAINT "repair_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "repair" ADD CONSTRAINT "repair_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "repair" ADD CONSTRAINT "repair_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "repair" ADD CONSTRAINT "repair_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "repair" ADD CONSTRAINT "repair_alarm_id_alarm_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarm"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "repair_reading" ADD CONSTRAINT "repair_reading_repair_id_repair_id_fk" FOREIGN KEY ("repair_id") REFERENCES "public"."repair"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "repair_reading" ADD CONSTRAINT "repair_reading_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "repair_reading" ADD CONSTRAINT "repair_reading_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "repair_scope" ON "repair" USING btree ("office_path","last_at" DESC);
CREATE INDEX "repair_waiting" ON "repair" USING btree ("waits_since") WHERE "repair"."waits_since" is not null;
CREATE INDEX "repair_author" ON "repair" USING btree ("author_id");
CREATE INDEX "repair_alarm" ON "repair" USING btree ("alarm_id") WHERE "repair"."alarm_id" is not null;
CREATE INDEX "repair_reading_scope" ON "repair_reading" USING btree ("office_path");

-- An erased person is named by the mark in the repairs they applied for or accepted. Runs inside of erase_person.
CREATE FUNCTION erase_in_repairs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE repair r SET accepter = NEW.actual_name FROM record_entry e
		WHERE e.account_id = NEW.id AND e.module = 'repairs' AND e.step = 'accept' AND r.id = e.record_id;
	UPDATE repair SET author_name = NEW.actual_name, phone = '' WHERE author_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_repairs AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_repairs();
