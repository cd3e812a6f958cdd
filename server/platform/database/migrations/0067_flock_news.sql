-- Whoever looks at the workplace of a farm hears of each flock whose days or facts change, as of records that have a timeline:
-- once for each flock, however many of its days an import brings.
CREATE FUNCTION tell_flocks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('record', json_build_object('module', 'workplace', 'id', f.id,
		'path', o.path, 'farmPath', o.farm_path, 'carePath', o.care_path)::text)
	FROM (SELECT DISTINCT coalesce(to_jsonb(t) ->> 'flock_id', to_jsonb(t) ->> 'id') AS id, t.office_path FROM told t) f
	JOIN office o ON o.path = f.office_path;
	RETURN NULL;
END $$;
CREATE TRIGGER flock_made AFTER INSERT ON "flock" REFERENCING NEW TABLE AS told
	FOR EACH STATEMENT EXECUTE FUNCTION tell_flocks();
CREATE TRIGGER flock_changed AFTER UPDATE ON "flock" REFERENCING NEW TABLE AS told
	FOR EACH STATEMENT EXECUTE FUNCTION tell_flocks();
CREATE TRIGGER flock_gone AFTER DELETE ON "flock" REFERENCING OLD TABLE AS told
	FOR EACH STATEMENT EXECUTE FUNCTION tell_flocks();
CREATE TRIGGER flock_record_made AFTER INSERT ON "flock_record" REFERENCING NEW TABLE AS told
	FOR EACH STATEMENT EXECUTE FUNCTION tell_flocks();
CREATE TRIGGER flock_record_changed AFTER UPDATE ON "flock_record" REFERENCING NEW TABLE AS told
	FOR EACH STATEMENT EXECUTE FUNCTION tell_flocks();
CREATE TRIGGER flock_record_gone AFTER DELETE ON "flock_record" REFERENCING OLD TABLE AS told
	FOR EACH STATEMENT EXECUTE FUNCTION tell_flocks();
