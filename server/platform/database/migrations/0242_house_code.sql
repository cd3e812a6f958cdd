-- The printed code of a house: who scans it stands there. A new one makes the old worthless.
CREATE TABLE "house_code" (
	"house_id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"code" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE "house_code" ADD CONSTRAINT "house_code_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "house_code" ADD CONSTRAINT "house_code_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "house_code" ADD CONSTRAINT "house_code_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "house_code_scope" ON "house_code" USING btree ("office_path");
CREATE INDEX "house_code_farm" ON "house_code" USING btree ("farm_path");
CREATE TRIGGER house_code_farm BEFORE INSERT ON "house_code" FOR EACH ROW EXECUTE FUNCTION take_farm_path();
