-- Agents: what offices apply for and are granted, and what the provider gives them to read.
CREATE TABLE "agency" (
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
	"state" text DEFAULT 'pending' NOT NULL,
	"region" text NOT NULL,
	"phone" text NOT NULL,
	"about" text NOT NULL,
	"territory" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"statement" text DEFAULT '' NOT NULL,
	CONSTRAINT "agency_number_unique" UNIQUE("number")
);
ALTER TABLE "agency" ADD CONSTRAINT "agency_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "agency" ADD CONSTRAINT "agency_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "agency" ADD CONSTRAINT "agency_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "agency" ADD CONSTRAINT "agency_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "agency" ADD CONSTRAINT "agency_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "agency" ADD CONSTRAINT "agency_author_id_account_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "agency_office" ON "agency" USING btree ("office_id");
CREATE INDEX "agency_scope" ON "agency" USING btree ("office_path");
CREATE INDEX "agency_waiting" ON "agency" USING btree ("waits_since") WHERE "agency"."waits_since" is not null;
CREATE INDEX "agency_author" ON "agency" USING btree ("author_id");

CREATE TABLE "agent_material" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"category_id" text,
	"chinese_name" text NOT NULL,
	"english_name" text NOT NULL,
	"chinese_note" text NOT NULL,
	"english_note" text NOT NULL,
	"edition" text NOT NULL,
	"files" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"released_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_material_named" CHECK ("agent_material"."chinese_name" <> '' or "agent_material"."english_name" <> '')
);
ALTER TABLE "agent_material" ADD CONSTRAINT "agent_material_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "agent_material" ADD CONSTRAINT "agent_material_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "agent_material_list" ON "agent_material" USING btree ("status","updated_at");
CREATE INDEX "agent_material_category" ON "agent_material" USING btree ("category_id");

CREATE TABLE "agent_material_reading" (
	"material_id" text NOT NULL,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"edition" text NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_material_reading_material_id_account_id_pk" PRIMARY KEY("material_id","account_id")
);
ALTER TABLE "agent_material_reading" ADD CONSTRAINT "agent_material_reading_material_id_agent_material_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."agent_material"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "agent_material_reading" ADD CONSTRAINT "agent_material_reading_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "agent_material_reading" ADD CONSTRAINT "agent_material_reading_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "agent_material_reading_account" ON "agent_material_reading" USING btree ("account_id");
CREATE INDEX "agent_material_reading_scope" ON "agent_material_reading" USING btree ("office_path");

-- Whether an office may act as agent: one that is nothing else, and a customer that was granted it; until the end of its last
-- day, by its own calendar. Of rights that were given or taken back the date decides.
CREATE FUNCTION is_agent(of office) RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT of.deleted_at IS NULL
		AND coalesce(now() < (of.agent_ends_on + 1)::timestamp AT TIME ZONE of.time_zone, true)
		AND (of.kind = 'agent' OR of.kind = 'customer'
			AND EXISTS (SELECT FROM agency a WHERE a.office_id = of.id AND a.state IN ('passed', 'revoked')))
$$;

-- The organisation that the viewer of the scope belongs to, also where they see only a part of it: id, and whether it is agent.
CREATE FUNCTION own_agency() RETURNS TABLE (office_id text, acts boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
	lo text := current_setting('app.lo', true);
	hi text := current_setting('app.hi', true);
	farm text := current_setting('app.farm', true);
BEGIN
	PERFORM system_scope();
	RETURN QUERY SELECT o.id, is_agent(o) FROM office o
		WHERE o.path = farm OR (coalesce(farm, '') = '' AND o.kind = 'agent' AND starts_with(lo, o.path))
		ORDER BY length(o.path) DESC LIMIT 1;
	PERFORM set_config('app.lo', lo, true), set_config('app.hi', hi, true), set_config('app.farm', farm, true);
END $$;
GRANT EXECUTE ON FUNCTION own_agency TO smart_farm_app;
