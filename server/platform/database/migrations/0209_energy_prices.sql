-- What a farm pays for energy, so that a draft of settings says what it costs. One row for the whole farm; optional.
CREATE TABLE "energy_price" (
	"farm_path" text COLLATE "C" PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"currency" text NOT NULL,
	"power" numeric(14, 4),
	"gas" numeric(14, 4),
	"gas_unit" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "energy_price_amounts" CHECK ("energy_price"."power" >= 0 and "energy_price"."gas" >= 0)
);
ALTER TABLE "energy_price" ADD CONSTRAINT "energy_price_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "energy_price" ADD CONSTRAINT "energy_price_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "energy_price_scope" ON "energy_price" USING btree ("office_path");
