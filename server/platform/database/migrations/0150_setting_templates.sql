-- Settings of a group that a customer keeps by name, for a type of house and a season.
CREATE TABLE "setting_template" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"house_type" text NOT NULL,
	"group" text NOT NULL,
	"season" text NOT NULL,
	"name" text NOT NULL,
	"values" jsonb NOT NULL,
	"account_id" text,
	"actor_name" text NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE "setting_template" ADD CONSTRAINT "setting_template_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "setting_template" ADD CONSTRAINT "setting_template_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE UNIQUE INDEX "setting_template_name" ON "setting_template" USING btree ("office_path","house_type","group","name");
CREATE INDEX "setting_template_farm" ON "setting_template" USING btree ("farm_path");

-- What is outside the safe range was confirmed, by somebody who had proved who they are.
ALTER TABLE "setting_change" ADD COLUMN "confirmed" boolean DEFAULT false NOT NULL;

-- As before, now with the templates.
CREATE OR REPLACE FUNCTION erase_in_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE notice_message n SET title = without_names(n.title, ARRAY[OLD.actual_name], NEW.actual_name)
		WHERE n.business_type = 'setting' AND n.subject_id IN (
			SELECT c.house_id FROM setting_change c WHERE c.account_id = NEW.id);
	UPDATE setting_change SET actor_name = NEW.actual_name WHERE account_id = NEW.id;
	UPDATE setting_template SET actor_name = NEW.actual_name WHERE account_id = NEW.id;
	RETURN NULL;
END $$;
