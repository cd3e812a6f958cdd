-- What is known of people, of the nodes of the organisation, and of customers.
ALTER TABLE "office" ADD COLUMN "head_id" text;
ALTER TABLE "office" ADD COLUMN "display_order" integer DEFAULT 0 NOT NULL;
ALTER TABLE "office" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;

ALTER TABLE "account" ADD COLUMN "job" text;
ALTER TABLE "account" ADD COLUMN "sex" text;
ALTER TABLE "account" ADD COLUMN "id_card" text;
ALTER TABLE "account" ADD COLUMN "avatar_id" text;
ALTER TABLE "account" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
ALTER TABLE "role" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;

CREATE TABLE "customer" (
	"office_id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"stage" text NOT NULL,
	"approval" text NOT NULL,
	"refused_because" text,
	"contact" text DEFAULT '' NOT NULL,
	"email" text,
	"phone" text DEFAULT '' NOT NULL,
	"country" text,
	"city" text,
	"address" text,
	"longitude" double precision,
	"latitude" double precision,
	"remarks" text,
	"manager_office_id" text,
	"contract_ends_on" date,
	"trial_ends_on" date,
	"agent_ends_on" date,
	"next_maintenance_on" date,
	"next_maintenance" text,
	"applied_house_type" text,
	"applied_house_count" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_stage" CHECK ("customer"."stage" in ('trial', 'formal')),
	CONSTRAINT "customer_approval" CHECK ("customer"."approval" in ('pending', 'passed', 'rejected')),
	CONSTRAINT "customer_place" CHECK (("customer"."longitude" is null) = ("customer"."latitude" is null)
		and "customer"."longitude" between -180 and 180 and "customer"."latitude" between -90 and 90)
);

ALTER TABLE "office" ADD CONSTRAINT "office_head_id_account_id_fk" FOREIGN KEY ("head_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "customer" ADD CONSTRAINT "customer_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "customer" ADD CONSTRAINT "customer_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "customer" ADD CONSTRAINT "customer_manager_office_id_office_id_fk" FOREIGN KEY ("manager_office_id") REFERENCES "public"."office"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "customer_scope" ON "customer" USING btree ("office_path","created_at");
CREATE INDEX "customer_listed" ON "customer" USING btree ("stage","created_at");

-- Every customer there is gets its record; which of a demonstration's were on trial is known by their users' role.
INSERT INTO "customer" ("office_id", "office_path", "stage", "approval", "trial_ends_on")
	SELECT o.id, o.path, CASE WHEN t.id IS NULL THEN 'formal' ELSE 'trial' END, 'passed',
		CASE WHEN t.id IS NOT NULL THEN (o.created_at + interval '30 days')::date END
	FROM "office" o LEFT JOIN LATERAL (
		SELECT a.id FROM "account" a JOIN "account_role" ar ON ar.account_id = a.id JOIN "role" r ON r.id = ar.role_id
		WHERE a.office_id = o.id AND r.built_in AND r.english_name = 'Trial customer' LIMIT 1
	) t ON true
	WHERE o.kind = 'customer';
