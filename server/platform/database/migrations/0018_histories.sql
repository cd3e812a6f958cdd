-- Who did it is kept as they were then: kind of user, office, roles. 0 is the system itself.
ALTER TABLE "operation_history" ADD COLUMN "actor_kind" smallint DEFAULT 0 NOT NULL;
ALTER TABLE "operation_history" ADD COLUMN "actor_office" jsonb;
ALTER TABLE "operation_history" ADD COLUMN "actor_roles" jsonb;
-- Id of what was changed, so that what happened to one thing can be read in a row.
ALTER TABLE "operation_history" ADD COLUMN "record_id" text;

-- Of an account: what its history rows say beside its name.
CREATE FUNCTION standing_of(account_id text, OUT kind smallint, OUT office jsonb, OUT roles jsonb)
LANGUAGE sql STABLE AS $$
  SELECT a.kind::smallint, jsonb_build_object('en-US', o.english_name, 'zh-CN', o.chinese_name),
    (SELECT jsonb_build_object(
        'en-US', string_agg(coalesce(nullif(r.english_name, ''), r.chinese_name), ', ' ORDER BY r.id),
        'zh-CN', string_agg(coalesce(nullif(r.chinese_name, ''), r.english_name), '、' ORDER BY r.id))
      FROM account_role ar JOIN role r ON r.id = ar.role_id WHERE ar.account_id = a.id HAVING count(*) > 0)
  FROM account a JOIN office o ON o.id = a.office_id WHERE a.id = standing_of.account_id
$$;

-- Whoever writes a row of the history: who is named as its operator is told by the accounts.
CREATE FUNCTION note_operator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT s.kind, s.office, s.roles INTO NEW.actor_kind, NEW.actor_office, NEW.actor_roles
    FROM standing_of(NEW.actor_id) s;
  NEW.actor_kind := coalesce(NEW.actor_kind, 0);
  RETURN NEW;
END $$;
CREATE TRIGGER operation_history_operator BEFORE INSERT ON "operation_history"
  FOR EACH ROW EXECUTE FUNCTION note_operator();

-- What was written before is completed with who they are now. No policy lets anybody change a history.
ALTER TABLE "operation_history" NO FORCE ROW LEVEL SECURITY;
UPDATE "operation_history" h SET
    actor_kind = coalesce(s.kind, 0), actor_office = s.office, actor_roles = s.roles,
    record_id = coalesce(h.after ->> 'id', h.before ->> 'id')
  FROM (SELECT a.actor_id, s.* FROM (SELECT DISTINCT actor_id FROM "operation_history") a
    LEFT JOIN LATERAL standing_of(a.actor_id) s ON true) s
  WHERE s.actor_id = h.actor_id;
ALTER TABLE "operation_history" FORCE ROW LEVEL SECURITY;

-- Pages are read newest first.
DROP INDEX "operation_history_at";
DROP INDEX "login_log_at";
CREATE INDEX "operation_history_newest" ON "operation_history" USING btree ("at","id");
CREATE INDEX "operation_history_kind" ON "operation_history" USING btree ("actor_kind","at");
CREATE INDEX "operation_history_record" ON "operation_history" USING btree ("record_id","at") WHERE "record_id" IS NOT NULL;
CREATE INDEX "login_log_newest" ON "login_log" USING btree ("at","id");

-- Which screens were open, when and for how long; nothing that was typed or pointed at.
CREATE TABLE "screen_visit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"lane" text NOT NULL,
	"number" integer NOT NULL,
	"screen" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL
);
ALTER TABLE "screen_visit" ADD CONSTRAINT "screen_visit_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "screen_visit" ADD CONSTRAINT "screen_visit_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE UNIQUE INDEX "screen_visit_once" ON "screen_visit" USING btree ("account_id","lane","number");
CREATE INDEX "screen_visit_account" ON "screen_visit" USING btree ("account_id","started_at");
CREATE INDEX "screen_visit_started" ON "screen_visit" USING btree ("started_at");

-- Takes out at most `most` visits from before `started_before`. Returns how many.
CREATE FUNCTION forget_visits(started_before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  gone integer;
BEGIN
  PERFORM system_scope();
  DELETE FROM screen_visit WHERE id = ANY (ARRAY(
    SELECT id FROM screen_visit WHERE started_at < started_before LIMIT most));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END $$;
GRANT EXECUTE ON FUNCTION forget_visits TO smart_farm_ingest;
