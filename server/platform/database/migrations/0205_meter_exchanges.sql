-- Another meter took over: what it showed when it was fitted is nothing that the house took.
CREATE TABLE "meter_exchange" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"house_id" text NOT NULL,
	"device_id" text NOT NULL,
	"metric" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reading" double precision NOT NULL,
	"account_id" text,
	"actor_name" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meter_exchange_reading" CHECK ("meter_exchange"."reading" >= 0)
);
ALTER TABLE "meter_exchange" ADD CONSTRAINT "meter_exchange_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "meter_exchange" ADD CONSTRAINT "meter_exchange_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "meter_exchange" ADD CONSTRAINT "meter_exchange_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "meter_exchange" ADD CONSTRAINT "meter_exchange_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "meter_exchange_once" ON "meter_exchange" USING btree ("device_id","metric","at");
CREATE INDEX "meter_exchange_scope" ON "meter_exchange" USING btree ("office_path");
CREATE INDEX "meter_exchange_house" ON "meter_exchange" USING btree ("house_id","at");

-- The rules that doubt meters hear of it in every process.
CREATE FUNCTION note_meter_exchange() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('meter_exchange', coalesce(NEW.device_id, OLD.device_id));
	RETURN NULL;
END $$;
CREATE TRIGGER meter_exchange_noted AFTER INSERT OR DELETE ON "meter_exchange"
	FOR EACH ROW EXECUTE FUNCTION note_meter_exchange();

CREATE FUNCTION erase_in_meter_exchanges() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE meter_exchange SET actor_name = NEW.actual_name WHERE account_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_meter_exchanges AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_meter_exchanges();
