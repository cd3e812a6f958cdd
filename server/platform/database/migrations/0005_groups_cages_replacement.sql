-- House groups and cage system types, what houses refer to, and which device took the place of which.
CREATE TABLE "house_group" (
	"id" text PRIMARY KEY NOT NULL,
	"office_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"remarks" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "cage_type" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"chinese_name" text NOT NULL,
	"english_name" text NOT NULL,
	"layout" text NOT NULL,
	"tiers" integer NOT NULL,
	"rows" integer NOT NULL,
	"birds_per_cage" integer,
	"house_types" text[] NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cage_type_named" CHECK ("cage_type"."chinese_name" <> '' or "cage_type"."english_name" <> ''),
	CONSTRAINT "cage_type_size" CHECK ("cage_type"."tiers" > 0 and "cage_type"."rows" > 0)
);

ALTER TABLE "house" ADD COLUMN "group_id" text;
ALTER TABLE "house" ADD COLUMN "cage_type_id" text;
ALTER TABLE "device" ADD COLUMN "replaces_id" text;
ALTER TABLE "device" ADD COLUMN "replaced_at" timestamp with time zone;

ALTER TABLE "house_group" ADD CONSTRAINT "house_group_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "house_group" ADD CONSTRAINT "house_group_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "cage_type" ADD CONSTRAINT "cage_type_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "house" ADD CONSTRAINT "house_group_id_house_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."house_group"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "house" ADD CONSTRAINT "house_cage_type_id_cage_type_id_fk" FOREIGN KEY ("cage_type_id") REFERENCES "public"."cage_type"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "device" ADD CONSTRAINT "device_replaces_id_device_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."device"("id") ON DELETE set null ON UPDATE no action;

CREATE INDEX "house_group_scope" ON "house_group" USING btree ("office_path","name");
CREATE INDEX "cage_type_office" ON "cage_type" USING btree ("office_path");
CREATE INDEX "house_of_group" ON "house" USING btree ("group_id");
CREATE INDEX "house_of_cage_type" ON "house" USING btree ("cage_type_id");
CREATE UNIQUE INDEX "device_replaces" ON "device" USING btree ("replaces_id") WHERE "device"."replaces_id" is not null;
