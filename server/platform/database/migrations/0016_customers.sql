-- What the lists of customers sort, search and count by stands in their own table, kept as it is on the office and on the
-- accounts: a page of 100,000 customers joins twenty offices instead of all of them.
ALTER TABLE "customer" ADD COLUMN "chinese_name" text DEFAULT '' NOT NULL;
ALTER TABLE "customer" ADD COLUMN "english_name" text DEFAULT '' NOT NULL;
ALTER TABLE "customer" ADD COLUMN "disabled_at" timestamp with time zone;
ALTER TABLE "customer" ADD COLUMN "deleted_at" timestamp with time zone;
ALTER TABLE "customer" ADD COLUMN "last_active_at" timestamp with time zone;

UPDATE "customer" c SET "chinese_name" = o.chinese_name, "english_name" = o.english_name,
		"disabled_at" = o.disabled_at, "deleted_at" = o.deleted_at,
		"last_active_at" = (SELECT max(a.last_active_at) FROM "account" a
			WHERE a.office_path >= c.office_path AND a.office_path < rtrim(c.office_path, '.') || '/' COLLATE "C")
	FROM "office" o WHERE o.id = c.office_id;

CREATE FUNCTION customer_of_office() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT o.chinese_name, o.english_name, o.disabled_at, o.deleted_at
		INTO NEW.chinese_name, NEW.english_name, NEW.disabled_at, NEW.deleted_at
		FROM office o WHERE o.id = NEW.office_id;
	RETURN NEW;
END $$;
CREATE TRIGGER customer_made BEFORE INSERT ON customer FOR EACH ROW EXECUTE FUNCTION customer_of_office();

CREATE FUNCTION office_of_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE customer SET chinese_name = NEW.chinese_name, english_name = NEW.english_name,
		disabled_at = NEW.disabled_at, deleted_at = NEW.deleted_at WHERE office_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER customer_follows AFTER UPDATE ON office FOR EACH ROW
	WHEN (NEW.kind = 'customer' AND (OLD.chinese_name, OLD.english_name, OLD.disabled_at, OLD.deleted_at)
		IS DISTINCT FROM (NEW.chinese_name, NEW.english_name, NEW.disabled_at, NEW.deleted_at))
	EXECUTE FUNCTION office_of_customer();

DROP INDEX "customer_listed";
CREATE INDEX "customer_counted" ON "customer" USING btree ("stage","office_path","disabled_at","last_active_at","approval") WHERE "customer"."deleted_at" is null;
CREATE INDEX "customer_by_created" ON "customer" USING btree ("stage","created_at","office_id") WHERE "customer"."deleted_at" is null;
CREATE INDEX "customer_by_chinese_name" ON "customer" USING btree ("stage","chinese_name","office_id") WHERE "customer"."deleted_at" is null;
CREATE INDEX "customer_by_english_name" ON "customer" USING btree ("stage","english_name","office_id") WHERE "customer"."deleted_at" is null;
CREATE INDEX "customer_by_contract" ON "customer" USING btree ("stage","contract_ends_on","office_id") WHERE "customer"."deleted_at" is null;
CREATE INDEX "customer_by_trial" ON "customer" USING btree ("stage","trial_ends_on","office_id") WHERE "customer"."deleted_at" is null;
CREATE INDEX "customer_by_maintenance" ON "customer" USING btree ("stage","next_maintenance_on","office_id") WHERE "customer"."deleted_at" is null;
CREATE INDEX "customer_search" ON "customer" USING gin ("chinese_name" gin_trgm_ops,"english_name" gin_trgm_ops,"contact" gin_trgm_ops,"phone" gin_trgm_ops,"email" gin_trgm_ops);

-- The update log of a customer.
CREATE TABLE "customer_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"office_path" text COLLATE "C" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"item" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"by" text NOT NULL,
	"actor_name" text,
	"actor_role" jsonb
);
ALTER TABLE "customer_change" ADD CONSTRAINT "customer_change_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "customer_change_scope" ON "customer_change" USING btree ("office_path","at");

-- The path of a new node follows from its parent and its own number: whoever adds one leaves it empty.
CREATE FUNCTION office_path_of_parent() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE parent record;
BEGIN
	SELECT path, farm_path INTO parent FROM office WHERE id = NEW.parent_id;
	IF NOT FOUND THEN RAISE foreign_key_violation USING message = 'The parent of the new office is not in reach'; END IF;
	NEW.path := parent.path || NEW.number || '.';
	NEW.farm_path := CASE WHEN NEW.kind = 'customer' THEN NEW.path ELSE parent.farm_path END;
	RETURN NEW;
END $$;
CREATE TRIGGER office_path_made BEFORE INSERT ON office FOR EACH ROW WHEN (NEW.path = '')
	EXECUTE FUNCTION office_path_of_parent();
