-- An alarm may be shelved until a moment, by somebody and for a reason: until then nobody is told of it, unless it gets worse.
ALTER TABLE "alarm" ADD COLUMN "shelved_until" timestamp with time zone;
ALTER TABLE "alarm" ADD COLUMN "shelved_level" text;
ALTER TABLE "alarm" ADD COLUMN "shelved_account_id" text;
ALTER TABLE "alarm" ADD COLUMN "shelved_by" text;
ALTER TABLE "alarm" ADD COLUMN "shelved_why" text;
ALTER TABLE "alarm" ADD CONSTRAINT "alarm_shelved_account_id_account_id_fk" FOREIGN KEY ("shelved_account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "alarm" ADD CONSTRAINT "alarm_shelf" CHECK ("alarm"."shelved_until" is null or ("alarm"."shelved_level" is not null and "alarm"."shelved_level" <> 'emergency'));
CREATE INDEX "alarm_shelved" ON "alarm" USING btree ("subject_id","rule") WHERE shelved_until is not null;
CREATE INDEX "alarm_shelved_account" ON "alarm" USING btree ("shelved_account_id") WHERE shelved_account_id is not null;

-- Holds what is to be told of a shelved alarm until its shelf ends, when it rings again if it still stands. One that comes back
-- as a new record meanwhile is shelved as well; one that gets worse is so no longer.
-- Its look-up is planned once: never as a walk through the table, as small as that may be at the time.
CREATE FUNCTION hold_shelved() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
	levels constant text[] := ARRAY['info', 'warning', 'critical', 'emergency'];
	held boolean := NEW.ring_at IS NOT NULL;
BEGIN
	IF TG_OP = 'INSERT' THEN
		SELECT a.shelved_until, a.shelved_level, a.shelved_account_id, a.shelved_by, a.shelved_why
			INTO NEW.shelved_until, NEW.shelved_level, NEW.shelved_account_id, NEW.shelved_by, NEW.shelved_why
			-- Looked up by what is shelved alone: next to nothing is.
			FROM (SELECT s.* FROM alarm s WHERE s.shelved_until IS NOT NULL AND s.subject_id = NEW.subject_id AND s.rule = NEW.rule
				OFFSET 0) a
			WHERE a.shelved_until > now() AND a.house_ids && NEW.house_ids ORDER BY a.raised_at DESC LIMIT 1;
	ELSIF OLD.ring_at = OLD.shelved_until THEN
		-- Handling it tells nobody, and takes back nothing of what the end of the shelf tells.
		held := true;
	END IF;
	IF NEW.shelved_until IS NULL OR NEW.shelved_until <= now() THEN RETURN NEW; END IF;
	IF array_position(levels, NEW.level) > array_position(levels, NEW.shelved_level) THEN
		NEW.shelved_until := NULL; NEW.shelved_level := NULL; NEW.shelved_account_id := NULL; NEW.shelved_by := NULL; NEW.shelved_why := NULL;
		RETURN NEW;
	END IF;
	IF NEW.condition = 'cleared' OR NEW.handling IN ('cause_found', 'solved') THEN RETURN NEW; END IF;
	IF held THEN
		NEW.ring := 'again';
		NEW.ring_at := NEW.shelved_until;
	END IF;
	IF NEW.chain_at < NEW.shelved_until THEN NEW.chain_at := NEW.shelved_until; END IF;
	RETURN NEW;
END $$;
CREATE TRIGGER alarm_added_to_shelf BEFORE INSERT ON "alarm" FOR EACH ROW EXECUTE FUNCTION hold_shelved();
CREATE TRIGGER alarm_on_shelf BEFORE UPDATE ON "alarm" FOR EACH ROW
	WHEN (NEW.shelved_until IS NOT NULL) EXECUTE FUNCTION hold_shelved();

-- Who is erased is nameless here as well.
CREATE FUNCTION forget_shelvers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE alarm SET shelved_by = NULL, shelved_why = NULL WHERE shelved_account_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_shelves AFTER UPDATE OF erased_at ON account FOR EACH ROW
	WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION forget_shelvers();
