-- Inquiries of customers: what goods cost and when they come.
CREATE TABLE "inquiry" (
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
	"text" text NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"replied_by" text,
	CONSTRAINT "inquiry_number_unique" UNIQUE("number")
);

ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "inquiry_scope" ON "inquiry" USING btree ("office_path","last_at" DESC);
CREATE INDEX "inquiry_waiting" ON "inquiry" USING btree ("waits_since") WHERE "inquiry"."waits_since" is not null;
CREATE INDEX "inquiry_author" ON "inquiry" USING btree ("author_id");

-- An erased person is named by the mark in the inquiries they made or replied to. Runs inside of erase_person.
CREATE FUNCTION erase_in_inquiries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE inquiry i SET replied_by = NEW.actual_name FROM record_entry e
		WHERE e.account_id = NEW.id AND e.module = 'inquiries' AND i.id = e.record_id AND i.replied_by = OLD.actual_name;
	UPDATE inquiry SET author_name = NEW.actual_name WHERE author_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_inquiries AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_inquiries();
