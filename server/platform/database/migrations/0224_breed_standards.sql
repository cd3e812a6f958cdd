-- Breed standards of a farm's own, or published by the provider: a table by age, with its source and edition.
CREATE TABLE "breed_standard" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"house_types" text[] NOT NULL,
	"source" text NOT NULL,
	"edition" text DEFAULT '' NOT NULL,
	"period" text NOT NULL,
	"columns" jsonb NOT NULL,
	"rows" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "breed_standard_named" CHECK ("breed_standard"."name" <> '')
);
ALTER TABLE "breed_standard" ADD CONSTRAINT "breed_standard_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE UNIQUE INDEX "breed_standard_once" ON "breed_standard" USING btree ("office_path","name","edition");

-- The standard that a flock is compared with, where it is not the published one of its breed.
ALTER TABLE "flock" ADD COLUMN "standard_id" text;
ALTER TABLE "flock" ADD CONSTRAINT "flock_standard_id_breed_standard_id_fk" FOREIGN KEY ("standard_id") REFERENCES "public"."breed_standard"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "flock_of_standard" ON "flock" USING btree ("standard_id") WHERE "flock"."standard_id" is not null;
