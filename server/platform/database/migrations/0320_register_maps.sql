-- What the registers of a product's controllers are. Every text that was saved stays, with who saved it.
CREATE TABLE "product_map" (
	"product_id" text NOT NULL,
	"number" integer NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"writer_id" text,
	"text" text NOT NULL,
	CONSTRAINT "product_map_product_id_number_pk" PRIMARY KEY("product_id","number")
);
ALTER TABLE "product_map" ADD CONSTRAINT "product_map_product_id_iot_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."iot_product"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "product_map" ADD CONSTRAINT "product_map_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "product_map" ADD CONSTRAINT "product_map_writer_id_account_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "product_map_writer" ON "product_map" USING btree ("writer_id");
CREATE INDEX "product_map_scope" ON "product_map" USING btree ("office_path");
