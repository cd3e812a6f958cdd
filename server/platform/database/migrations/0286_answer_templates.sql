-- What staff answer again and again, in both languages, with places for the farm, the house and the person.
CREATE TABLE "answer_template" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"chinese_answer" text DEFAULT '' NOT NULL,
	"english_answer" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answer_template_text" CHECK ("answer_template"."chinese_answer" <> '' or "answer_template"."english_answer" <> '')
);
ALTER TABLE "answer_template" ADD CONSTRAINT "answer_template_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "answer_template_scope" ON "answer_template" USING btree ("office_path");
