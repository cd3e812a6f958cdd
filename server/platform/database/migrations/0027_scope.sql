-- A role of staff may narrow whoever has no other: to the customers that their own department looks after.
ALTER TABLE "role" ADD COLUMN "department_only" boolean DEFAULT false NOT NULL;
ALTER TABLE "role" ADD CONSTRAINT "role_department_only" CHECK (not department_only or kind = 1);

-- Until the end of which day an office acts as agent, by its own calendar; kept for the lists of customers as its names are.
ALTER TABLE "office" ADD COLUMN "agent_ends_on" date;
UPDATE "office" o SET "agent_ends_on" = c.agent_ends_on FROM "customer" c
	WHERE c.office_id = o.id AND c.agent_ends_on IS NOT NULL;

CREATE OR REPLACE FUNCTION customer_of_office() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT o.chinese_name, o.english_name, o.disabled_at, o.deleted_at, o.farm_access_until, o.remote_control_until,
			o.agent_ends_on
		INTO NEW.chinese_name, NEW.english_name, NEW.disabled_at, NEW.deleted_at,
			NEW.farm_access_until, NEW.remote_control_until, NEW.agent_ends_on
		FROM office o WHERE o.id = NEW.office_id;
	RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION office_of_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE customer SET chinese_name = NEW.chinese_name, english_name = NEW.english_name,
		disabled_at = NEW.disabled_at, deleted_at = NEW.deleted_at,
		farm_access_until = NEW.farm_access_until, remote_control_until = NEW.remote_control_until,
		agent_ends_on = NEW.agent_ends_on
		WHERE office_id = NEW.id;
	RETURN NULL;
END $$;
DROP TRIGGER customer_follows ON office;
CREATE TRIGGER customer_follows AFTER UPDATE ON office FOR EACH ROW
	WHEN (NEW.kind = 'customer' AND (OLD.chinese_name, OLD.english_name, OLD.disabled_at, OLD.deleted_at,
			OLD.farm_access_until, OLD.remote_control_until, OLD.agent_ends_on)
		IS DISTINCT FROM (NEW.chinese_name, NEW.english_name, NEW.disabled_at, NEW.deleted_at,
			NEW.farm_access_until, NEW.remote_control_until, NEW.agent_ends_on))
	EXECUTE FUNCTION office_of_customer();

-- On every node of a customer: the path of the provider's department that is its project manager. It moves with the department.
ALTER TABLE "office" ADD COLUMN "care_path" text COLLATE "C";
UPDATE "office" o SET "care_path" = m.path FROM "customer" c JOIN "office" m ON m.id = c.manager_office_id AND m.deleted_at IS NULL
	WHERE c.office_path = o.farm_path;
ALTER TABLE "office" ADD CONSTRAINT "office_care_path_office_path_fk" FOREIGN KEY ("care_path") REFERENCES "public"."office"("path") ON DELETE set null ON UPDATE cascade;
CREATE INDEX "office_care" ON "office" USING btree ("care_path","path") WHERE care_path is not null;

-- A node within a customer is in the care the customer is in. A new customer brings its own.
CREATE FUNCTION care_of_farm() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.care_path := (SELECT care_path FROM office WHERE path = NEW.farm_path);
	RETURN NEW;
END $$;
CREATE TRIGGER office_put_in_care BEFORE INSERT ON office FOR EACH ROW
	WHEN (NEW.farm_path IS NOT NULL AND NEW.kind = 'department')
	EXECUTE FUNCTION care_of_farm();

CREATE FUNCTION care_of_manager() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	lo text := current_setting('app.lo', true);
	hi text := current_setting('app.hi', true);
	farm text := current_setting('app.farm', true);
	care text;
BEGIN
	PERFORM system_scope();
	SELECT path INTO care FROM office WHERE id = NEW.manager_office_id AND deleted_at IS NULL;
	UPDATE office SET care_path = care
		WHERE path >= NEW.office_path AND path < left(NEW.office_path, -1) || '/' AND farm_path = NEW.office_path
			AND care_path IS DISTINCT FROM care;
	PERFORM set_config('app.lo', coalesce(lo, ''), true), set_config('app.hi', coalesce(hi, ''), true),
		set_config('app.farm', coalesce(farm, ''), true);
	RETURN NULL;
END $$;
CREATE TRIGGER customer_put_in_care AFTER INSERT ON customer FOR EACH ROW
	WHEN (NEW.manager_office_id IS NOT NULL) EXECUTE FUNCTION care_of_manager();
CREATE TRIGGER customer_care_changed AFTER UPDATE ON customer FOR EACH ROW
	WHEN (OLD.manager_office_id IS DISTINCT FROM NEW.manager_office_id) EXECUTE FUNCTION care_of_manager();

-- Which offices a narrowed scope shows: a department of the provider with the customers in its care, or ('own') an agent
-- whose rights have ended, without the customers below it. The policy of the offices themselves says the same of each row;
-- this finds them by their indexes. It is told to cost next to nothing, since for nearly every viewer it is not called: the
-- planner would not know, and plan such statements anew each time.
CREATE FUNCTION offices_seen(lo text, hi text, farm text, customers text) RETURNS SETOF text LANGUAGE plpgsql STABLE
PARALLEL SAFE COST 1 ROWS 1 AS $$
BEGIN
	IF customers = 'own' THEN
		RETURN QUERY SELECT path FROM office
			WHERE path >= lo AND path < hi AND (farm_path IS NULL OR farm_path = farm);
	ELSE
		RETURN QUERY SELECT path FROM office WHERE care_path >= customers AND care_path < left(customers, -1) || '/'
			UNION ALL SELECT path FROM office
			WHERE path >= customers AND path < left(customers, -1) || '/' AND farm_path IS NULL;
	END IF;
END $$;

-- The key of a device, whoever has it now: in the server's own scope, which nothing narrows.
CREATE OR REPLACE FUNCTION device_serial(asked text) RETURNS integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  lo text := current_setting('app.lo', true);
  hi text := current_setting('app.hi', true);
  farm text := current_setting('app.farm', true);
  found integer;
BEGIN
  PERFORM system_scope();
  SELECT serial INTO found FROM public.device WHERE id = asked;
  PERFORM set_config('app.lo', coalesce(lo, ''), true), set_config('app.hi', coalesce(hi, ''), true),
    set_config('app.farm', coalesce(farm, ''), true);
  RETURN found;
END $$;

-- What the maker of a file saw has these parts too.
ALTER TABLE "stored_file" ADD COLUMN "scope_customers" text DEFAULT 'all' NOT NULL;
ALTER TABLE "stored_file" ADD COLUMN "in_care" text[] DEFAULT '{}' NOT NULL;

-- Both narrow and widen what people see.
DROP TRIGGER access_changed ON office;
CREATE TRIGGER access_changed AFTER UPDATE ON office FOR EACH ROW
  WHEN ((OLD.path, OLD.parent_id, OLD.farm_path, OLD.kind, OLD.disabled_at, OLD.deleted_at,
      OLD.farm_access_until, OLD.remote_control_until, OLD.care_path, OLD.agent_ends_on)
    IS DISTINCT FROM (NEW.path, NEW.parent_id, NEW.farm_path, NEW.kind, NEW.disabled_at, NEW.deleted_at,
      NEW.farm_access_until, NEW.remote_control_until, NEW.care_path, NEW.agent_ends_on))
  EXECUTE FUNCTION tell_access();
DROP TRIGGER access_changed ON role;
CREATE TRIGGER access_changed AFTER UPDATE ON role FOR EACH ROW
  WHEN ((OLD.kind, OLD.permissions, OLD.department_only) IS DISTINCT FROM (NEW.kind, NEW.permissions, NEW.department_only))
  EXECUTE FUNCTION tell_access();
