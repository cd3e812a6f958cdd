-- A cause given from bed ends no chain: a grave alarm that stands is held, and rings when its shelf ends, as before it was given.
-- Its look-up is planned once: never as a walk through the table, as small as that may be at the time.
CREATE OR REPLACE FUNCTION hold_shelved() RETURNS trigger LANGUAGE plpgsql
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
	IF NEW.condition = 'cleared' OR NEW.handling = 'solved' THEN RETURN NEW; END IF;
	IF NEW.handling = 'cause_found' AND NEW.level NOT IN ('critical', 'emergency') THEN RETURN NEW; END IF;
	IF held THEN
		NEW.ring := 'again';
		NEW.ring_at := NEW.shelved_until;
	END IF;
	IF NEW.chain_at < NEW.shelved_until THEN NEW.chain_at := NEW.shelved_until; END IF;
	RETURN NEW;
END $$;
