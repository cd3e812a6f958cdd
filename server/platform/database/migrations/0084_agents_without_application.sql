-- Offices that are agents and never applied stand in the list of agents too, with whoever has the oldest account there, or of the provider.
INSERT INTO agency (id, number, office_id, office_path, author_id, author_name, state, region, phone, about)
	SELECT gen_random_uuid()::text, next_number('AG'), o.id, o.path, a.id, a.actual_name, 'passed', '', '', ''
	FROM office o CROSS JOIN LATERAL (
		SELECT id, actual_name FROM account
			WHERE deleted_at IS NULL AND (office_id = o.id OR office_path = '1.')
			ORDER BY office_id = o.id DESC, created_at, id LIMIT 1
	) AS a
	WHERE o.kind = 'agent' AND o.deleted_at IS NULL AND NOT EXISTS (SELECT FROM agency g WHERE g.office_id = o.id);

-- An erased person is named by the mark in what they applied for. Runs inside of erase_person.
CREATE FUNCTION erase_in_agencies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE agency SET author_name = NEW.actual_name, phone = '' WHERE author_id = NEW.id;
	RETURN NULL;
END $$;
CREATE TRIGGER account_erased_in_agencies AFTER UPDATE OF erased_at ON "account"
	FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL) EXECUTE FUNCTION erase_in_agencies();
