-- Models of controllers, published by the provider as cage systems are, and which one a controller is.
CREATE TABLE "iot_product" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"chinese_name" text NOT NULL,
	"english_name" text NOT NULL,
	"maker" text NOT NULL,
	"protocol" text NOT NULL,
	"firmware" text NOT NULL,
	"groups" text[] NOT NULL,
	"levels" integer NOT NULL,
	"fan_groups" integer NOT NULL,
	"probes" integer NOT NULL,
	"heating_zones" integer NOT NULL,
	"relays" integer NOT NULL,
	"analog_inputs" integer NOT NULL,
	"digital_inputs" integer NOT NULL,
	"dimmers" integer NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "iot_product_named" CHECK ("iot_product"."chinese_name" <> '' or "iot_product"."english_name" <> '')
);

ALTER TABLE "device" ADD COLUMN "product_id" text;
ALTER TABLE "iot_product" ADD CONSTRAINT "iot_product_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "device" ADD CONSTRAINT "device_product_id_iot_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."iot_product"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "iot_product_office" ON "iot_product" USING btree ("office_path");
CREATE INDEX "device_product" ON "device" USING btree ("product_id");
