-- What 100,000 customers need: children of a node in their order, counts without a look at the rows, and when somebody was
-- here last without a look at all visits.
CREATE INDEX "office_children" ON "office" USING btree ("parent_id",(farm_path is not null),(kind <> 'department'),"display_order","number")
	INCLUDE ("id","path","farm_path","care_path","kind") WHERE "office"."deleted_at" is null;
CREATE INDEX "office_departments" ON "office" USING btree ("path") WHERE kind = 'department' and deleted_at is null;
CREATE INDEX "office_outside_farms" ON "office" USING btree ("path") WHERE farm_path is null;
CREATE INDEX "account_present" ON "account" USING btree ("office_path") WHERE "account"."deleted_at" is null;
CREATE INDEX "account_by_created" ON "account" USING btree ("created_at","id","office_path") WHERE "account"."deleted_at" is null;
CREATE INDEX "account_by_name" ON "account" USING btree ("actual_name","id","office_path") WHERE "account"."deleted_at" is null;
CREATE INDEX "house_present" ON "house" USING btree ("office_path") WHERE "house"."deleted_at" is null;
CREATE INDEX "customer_waiting_first" ON "customer" USING btree ("stage",(approval = 'pending'),"created_at","office_id","office_path")
	WHERE "customer"."deleted_at" is null;

-- The newest visit of a screen: of an account, and of all who belong to a customer.
ALTER TABLE "account" ADD COLUMN "last_visit_at" timestamp with time zone;
ALTER TABLE "customer" ADD COLUMN "last_visit_at" timestamp with time zone;
UPDATE account a SET last_visit_at = v.last
	FROM (SELECT account_id, max(started_at) AS last FROM screen_visit GROUP BY account_id) v WHERE v.account_id = a.id;
UPDATE customer c SET last_visit_at = v.last FROM (
	SELECT o.farm_path, max(a.last_visit_at) AS last FROM account a JOIN office o ON o.path = a.office_path
	WHERE a.deleted_at IS NULL GROUP BY o.farm_path
) v WHERE v.farm_path = c.office_path;

-- Somebody of a farm team does not see the record of their customer: it is noted for them.
CREATE FUNCTION note_visits() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	lo text := current_setting('app.lo', true);
	hi text := current_setting('app.hi', true);
	farm text := current_setting('app.farm', true);
BEGIN
	PERFORM system_scope();
	WITH newest AS (
		SELECT account_id, max(started_at) AS last FROM added GROUP BY account_id
	), seen AS (
		UPDATE account a SET last_visit_at = n.last FROM newest n
		WHERE a.id = n.account_id AND (a.last_visit_at IS NULL OR a.last_visit_at < n.last)
		RETURNING a.office_path, n.last
	)
	UPDATE customer c SET last_visit_at = s.last FROM (
		SELECT o.farm_path, max(seen.last) AS last FROM seen JOIN office o ON o.path = seen.office_path GROUP BY o.farm_path
	) s
	WHERE c.office_path = s.farm_path AND (c.last_visit_at IS NULL OR c.last_visit_at < s.last);
	PERFORM set_config('app.lo', coalesce(lo, ''), true), set_config('app.hi', coalesce(hi, ''), true),
		set_config('app.farm', coalesce(farm, ''), true);
	RETURN NULL;
END $$;
CREATE TRIGGER visits_noted AFTER INSERT ON screen_visit REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_visits();

-- A visit that is no longer kept is not told as the last one either.
CREATE OR REPLACE FUNCTION forget_visits(started_before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  gone integer;
BEGIN
  PERFORM system_scope();
  DELETE FROM screen_visit WHERE id = ANY (ARRAY(
    SELECT id FROM screen_visit WHERE started_at < started_before LIMIT most));
  GET DIAGNOSTICS gone = ROW_COUNT;
  UPDATE account SET last_visit_at = NULL WHERE last_visit_at < started_before;
  UPDATE customer SET last_visit_at = NULL WHERE last_visit_at < started_before;
  RETURN gone;
END $$;

-- Whom a refusal told that a login id or device code is in use, for the limit; kept an hour.
CREATE TABLE "taken_told" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY NOT NULL,
	"account_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE "taken_told" ADD CONSTRAINT "taken_told_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "taken_told_account" ON "taken_told" USING btree ("account_id","at");
