-- What data screens sum up, prepared for each house: a look at the screen reads no records and no readings.
CREATE TABLE "house_figure" (
	"house_id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"prepared_at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"placed" integer,
	"alive" integer,
	"lost" integer,
	"lost_standard" double precision,
	"measured" integer DEFAULT 0 NOT NULL,
	"in_target" integer DEFAULT 0 NOT NULL,
	"days" jsonb DEFAULT '[]' NOT NULL
);
ALTER TABLE "house_figure" ADD CONSTRAINT "house_figure_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "house_figure" ADD CONSTRAINT "house_figure_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "house_figure" ADD CONSTRAINT "house_figure_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "house_figure_scope" ON "house_figure" USING btree ("office_path");
CREATE INDEX "house_figure_prepared" ON "house_figure" USING btree ("prepared_at");
-- What was told since a house was prepared has it prepared again.
CREATE INDEX "flock_record_changed" ON "flock_record" USING btree ("changed_at");

-- A token that opens the data screen and nothing else, for a wall: nobody is behind it.
ALTER TABLE "api_token" ADD COLUMN "is_wall" boolean DEFAULT false NOT NULL;
