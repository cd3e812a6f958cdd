-- Each shelving of an alarm and its end are steps of its course: by whom, until when and why.
ALTER TABLE "alarm_event" ADD "shelved_until" timestamp with time zone;
ALTER TABLE "alarm_event" DROP CONSTRAINT "alarm_event_kind";
ALTER TABLE "alarm_event" ADD CONSTRAINT "alarm_event_kind" CHECK ("alarm_event"."kind" in ('told', 'answer', 'shelved', 'unshelved', 'worse'));
ALTER TABLE "alarm_event" ADD CONSTRAINT "alarm_event_shelved" CHECK (("alarm_event"."kind" = 'shelved') = ("alarm_event"."shelved_until" is not null));

-- Here, as `hold_shelved` shelves and ends shelves by itself: a record that came back meanwhile, one that got worse.
-- Who ends a shelf by hand is noted where that is done, and one that runs out is known by its end.
CREATE FUNCTION note_shelf() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.shelved_until IS NOT NULL THEN
		INSERT INTO alarm_event (id, alarm_id, office_path, farm_path, kind, at, account_id, actor_name, note, shelved_until)
			VALUES (gen_random_uuid()::text, NEW.id, NEW.office_path, NEW.farm_path, 'shelved', clock_timestamp(),
				NEW.shelved_account_id, NEW.shelved_by, NEW.shelved_why, NEW.shelved_until);
	ELSIF OLD.shelved_until > now() AND NEW.level <> OLD.shelved_level THEN
		INSERT INTO alarm_event (id, alarm_id, office_path, farm_path, kind, at)
			VALUES (gen_random_uuid()::text, NEW.id, NEW.office_path, NEW.farm_path, 'worse', clock_timestamp());
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER alarm_added_shelved AFTER INSERT ON "alarm" FOR EACH ROW
	WHEN (NEW.shelved_until IS NOT NULL) EXECUTE FUNCTION note_shelf();
CREATE TRIGGER alarm_shelf_changed AFTER UPDATE ON "alarm" FOR EACH ROW
	WHEN (OLD.shelved_until IS DISTINCT FROM NEW.shelved_until) EXECUTE FUNCTION note_shelf();
