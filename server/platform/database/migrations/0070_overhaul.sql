-- What is to be maintained and how often, what of it a customer's houses and devices have, when it was done, and the
-- reminders pushed to its people.
CREATE TABLE "overhaul_item" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"key" text,
	"chinese_name" text NOT NULL,
	"english_name" text NOT NULL,
	"chinese_equipment" text NOT NULL,
	"english_equipment" text NOT NULL,
	"chinese_checks" text DEFAULT '' NOT NULL,
	"english_checks" text DEFAULT '' NOT NULL,
	"cycle_kind" text NOT NULL,
	"cycle" integer NOT NULL,
	"basis" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "overhaul_item_key_unique" UNIQUE("key"),
	CONSTRAINT "overhaul_item_named" CHECK ("overhaul_item"."chinese_name" <> '' or "overhaul_item"."english_name" <> '')
);

CREATE TABLE "overhaul_plan" (
	"id" text PRIMARY KEY NOT NULL,
	"office_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"house_id" text,
	"device_id" text,
	"item_id" text NOT NULL,
	"last_at" timestamp with time zone,
	"next_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "overhaul_plan_once" UNIQUE NULLS NOT DISTINCT("house_id","device_id","item_id"),
	CONSTRAINT "overhaul_plan_place" CHECK ("overhaul_plan"."house_id" is not null or "overhaul_plan"."device_id" is not null)
);

CREATE TABLE "overhaul_deed" (
	"entry_id" text PRIMARY KEY NOT NULL,
	"plan_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"checks" jsonb NOT NULL,
	"reading" text NOT NULL,
	"repair_id" text
);

CREATE TABLE "overhaul_push" (
	"id" text PRIMARY KEY NOT NULL,
	"office_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"chinese_text" text NOT NULL,
	"english_text" text NOT NULL,
	"type" text NOT NULL,
	"mode" text NOT NULL,
	"first_on" date NOT NULL,
	"clock" time(0) NOT NULL,
	"every_days" integer,
	"receiver_ids" text[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"next_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "overhaul_push_said" CHECK ("overhaul_push"."chinese_text" <> '' or "overhaul_push"."english_text" <> ''),
	CONSTRAINT "overhaul_push_circle" CHECK (("overhaul_push"."mode" = 'circular') = ("overhaul_push"."every_days" is not null))
);

CREATE TABLE "overhaul_push_run" (
	"push_id" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"told" integer NOT NULL,
	"failure" text,
	"tries" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "overhaul_push_run_push_id_due_at_pk" PRIMARY KEY("push_id","due_at"),
	CONSTRAINT "overhaul_push_run_end" CHECK (("overhaul_push_run"."told" > 0) = ("overhaul_push_run"."failure" is null))
);

ALTER TABLE "overhaul_item" ADD CONSTRAINT "overhaul_item_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "overhaul_plan" ADD CONSTRAINT "overhaul_plan_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "overhaul_plan" ADD CONSTRAINT "overhaul_plan_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "overhaul_plan" ADD CONSTRAINT "overhaul_plan_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "overhaul_plan" ADD CONSTRAINT "overhaul_plan_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "overhaul_plan" ADD CONSTRAINT "overhaul_plan_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "overhaul_plan" ADD CONSTRAINT "overhaul_plan_item_id_overhaul_item_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."overhaul_item"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "overhaul_deed" ADD CONSTRAINT "overhaul_deed_entry_id_record_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."record_entry"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "overhaul_deed" ADD CONSTRAINT "overhaul_deed_plan_id_overhaul_plan_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."overhaul_plan"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "overhaul_deed" ADD CONSTRAINT "overhaul_deed_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "overhaul_deed" ADD CONSTRAINT "overhaul_deed_repair_id_repair_id_fk" FOREIGN KEY ("repair_id") REFERENCES "public"."repair"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "overhaul_push" ADD CONSTRAINT "overhaul_push_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "overhaul_push" ADD CONSTRAINT "overhaul_push_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "overhaul_push_run" ADD CONSTRAINT "overhaul_push_run_push_id_overhaul_push_id_fk" FOREIGN KEY ("push_id") REFERENCES "public"."overhaul_push"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "overhaul_push_run" ADD CONSTRAINT "overhaul_push_run_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "overhaul_item_office" ON "overhaul_item" USING btree ("office_path");
CREATE INDEX "overhaul_plan_scope" ON "overhaul_plan" USING btree ("office_path","next_on");
CREATE INDEX "overhaul_plan_farm" ON "overhaul_plan" USING btree ("farm_path","next_on");
CREATE INDEX "overhaul_plan_item" ON "overhaul_plan" USING btree ("item_id");
CREATE INDEX "overhaul_plan_device" ON "overhaul_plan" USING btree ("device_id") WHERE "overhaul_plan"."device_id" is not null;
CREATE INDEX "overhaul_deed_plan" ON "overhaul_deed" USING btree ("plan_id");
CREATE INDEX "overhaul_deed_repair" ON "overhaul_deed" USING btree ("repair_id") WHERE "overhaul_deed"."repair_id" is not null;
CREATE INDEX "overhaul_deed_scope" ON "overhaul_deed" USING btree ("office_path");
CREATE INDEX "overhaul_push_scope" ON "overhaul_push" USING btree ("office_path","state");
CREATE INDEX "overhaul_push_next" ON "overhaul_push" USING btree ("next_on") WHERE "overhaul_push"."next_on" is not null;
CREATE INDEX "overhaul_push_run_scope" ON "overhaul_push_run" USING btree ("office_path");
