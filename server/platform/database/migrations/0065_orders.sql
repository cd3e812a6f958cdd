-- Orders of customers, and the papers of what is written about a record.
ALTER TABLE "record_entry" ADD COLUMN "papers" text[] DEFAULT '{}' NOT NULL;

CREATE TABLE "customer_order" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"office_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C",
	"house_id" text,
	"device_id" text,
	"author_id" text NOT NULL,
	"author_name" text NOT NULL,
	"waits_since" timestamp with time zone,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'placed' NOT NULL,
	"consignee" text NOT NULL,
	"phone" text NOT NULL,
	"country" text NOT NULL,
	"city" text NOT NULL,
	"address" text NOT NULL,
	"content" text NOT NULL,
	"production_end" date,
	"currency" text NOT NULL,
	"freight" numeric(18, 4) DEFAULT '0' NOT NULL,
	"lines" jsonb NOT NULL,
	"shipments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"goods" numeric(18, 4),
	"sum" numeric(18, 4),
	"paid_on" date,
	"paid_note" text DEFAULT '' NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"inquiry_id" text,
	CONSTRAINT "customer_order_number_unique" UNIQUE("number"),
	CONSTRAINT "customer_order_amounts" CHECK ("customer_order"."freight" >= 0 and "customer_order"."goods" >= 0 and "customer_order"."sum" >= 0),
	CONSTRAINT "customer_order_withdrawn" CHECK ("customer_order"."withdrawn_at" is null or "customer_order"."state" in ('placed', 'production'))
);

ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "customer_order" ADD CONSTRAINT "customer_order_inquiry_id_inquiry_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiry"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "customer_order_scope" ON "customer_order" USING btree ("office_path","last_at" DESC);
CREATE INDEX "customer_order_waiting" ON "customer_order" USING btree ("waits_since") WHERE "customer_order"."waits_since" is not null;
CREATE INDEX "customer_order_author" ON "customer_order" USING btree ("author_id");
CREATE INDEX "customer_order_inquiry" ON "customer_order" USING btree ("inquiry_id") WHERE "customer_order"."inquiry_id" is not null;

-- An erased person is named by the mark in the orders they placed, also as the consignee. Runs inside of erase_person.
CREATE FUNCTION erase_in_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE customer_order SET phone = '', consignee = replace(consignee, OLD.actual_name, NEW.actual_name) WHERE author_id = NEW.id;
	UPDATE customer_order SET author_name = NEW.actual_name WHERE author_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_orders AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_orders();
