-- What a customer's consents (RA, RC) were used for and when they were given and taken back. Kept for the life of the
-- customer, so apart from the operation history, which is kept three years.
CREATE TABLE "consent_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"subject_path" text COLLATE "C" NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"actor_office" jsonb,
	"actor_roles" jsonb,
	"event" text NOT NULL,
	"consent" text NOT NULL,
	"what" text,
	"house_id" text,
	"house_name" text,
	"until" timestamp with time zone,
	"ip" text,
	"once" text,
	CONSTRAINT "consent_log_event" CHECK ("consent_log"."event" in ('granted', 'revoked', 'ended', 'used')),
	CONSTRAINT "consent_log_consent" CHECK ("consent_log"."consent" in ('farm', 'remote'))
);
ALTER TABLE "consent_log" ADD CONSTRAINT "consent_log_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "consent_log" ADD CONSTRAINT "consent_log_subject_path_office_path_fk" FOREIGN KEY ("subject_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE UNIQUE INDEX "consent_log_once" ON "consent_log" USING btree ("once");
CREATE INDEX "consent_log_subject" ON "consent_log" USING btree ("subject_path","at");
CREATE INDEX "consent_log_scope" ON "consent_log" USING btree ("office_path","at");

-- What people were reminded of, each once: the end of something, so many days before it.
CREATE TABLE "reminder" (
	"office_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"due" date NOT NULL,
	"days_before" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminder_office_id_kind_due_days_before_pk" PRIMARY KEY("office_id","kind","due","days_before")
);
ALTER TABLE "reminder" ADD CONSTRAINT "reminder_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "reminder" ADD CONSTRAINT "reminder_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;

-- A trial that ends, is extended or becomes a contract changes what its users may do: open sockets learn of it.
CREATE TRIGGER standing_changed AFTER UPDATE ON customer FOR EACH ROW
	WHEN ((OLD.stage, OLD.approval, OLD.trial_ends_on) IS DISTINCT FROM (NEW.stage, NEW.approval, NEW.trial_ends_on))
	EXECUTE FUNCTION tell_access();

-- Whoever tries the product decides about their farm as the owner of a contract does.
UPDATE "role" SET "permissions" = "permissions" || '[{"permissionId": "farm_access", "actionList": ["query", "enable", "disable", "export"]}]'
	WHERE "built_in" AND "english_name" IN ('Farm owner', 'Trial customer');

-- DISABLE: whoever disables a node ends what its people have open and cancels what waits for them, in the same
-- transaction. The node and the departments in it; other organisations below it go on.
CREATE FUNCTION close_office() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	WITH RECURSIVE inside AS (
		SELECT NEW.id AS id
		UNION ALL
		SELECT o.id FROM office o JOIN inside i ON o.parent_id = i.id WHERE o.kind = 'department'
	), people AS (
		SELECT a.id FROM account a JOIN inside i ON i.id = a.office_id
	), cancelled AS (
		UPDATE job SET state = 'cancelled', ended_at = now()
		WHERE account_id IN (SELECT id FROM people) AND state IN ('waiting', 'running', 'checked')
	)
	DELETE FROM session WHERE account_id IN (SELECT id FROM people);
	RETURN NULL;
END $$;
CREATE TRIGGER office_closed AFTER UPDATE ON office FOR EACH ROW
	WHEN (OLD.disabled_at IS NULL AND NEW.disabled_at IS NOT NULL)
	EXECUTE FUNCTION close_office();
