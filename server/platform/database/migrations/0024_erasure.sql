-- A person's data can be erased: what happened stays, who it was goes. The account stays as the mark that the histories name.
ALTER TABLE "account" ADD COLUMN "erasure_asked_at" timestamp with time zone;
ALTER TABLE "account" ADD COLUMN "erased_at" timestamp with time zone;

-- The update log kept names only: whose they are is told by the operation history, which is written in the same transaction,
-- and where that has ended by an account that is the only one of its name.
ALTER TABLE "customer_change" ADD COLUMN "actor_id" text;
ALTER TABLE "customer_change" NO FORCE ROW LEVEL SECURITY;
UPDATE "customer_change" c SET "actor_id" = h.actor_id
	FROM "operation_history" h WHERE h.at = c.at AND h.actor_name = c.actor_name;
UPDATE "customer_change" c SET "actor_id" = a.id
	FROM (SELECT min(id) AS id, actual_name FROM "account" GROUP BY actual_name HAVING count(*) = 1) a
	WHERE c.actor_id IS NULL AND a.actual_name = c.actor_name;
ALTER TABLE "customer_change" FORCE ROW LEVEL SECURITY;

CREATE INDEX "operation_history_actor" ON "operation_history" USING btree ("actor_id","at");
-- The few rows that may name somebody else than their operator.
CREATE INDEX "operation_history_naming" ON "operation_history" USING btree ("module","type") WHERE module in ('users', 'departments', 'customers', 'trial-customers', 'farm-access');

CREATE SEQUENCE erased_person;

-- A value whose texts that are one of the words, whole, are the mark instead; at any depth.
CREATE FUNCTION without_words(value jsonb, words text[], mark text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
	RETURN CASE jsonb_typeof(value)
		WHEN 'object' THEN (SELECT coalesce(jsonb_object_agg(e.key, without_words(e.value, words, mark)), '{}')
			FROM jsonb_each(value) e)
		WHEN 'array' THEN (SELECT coalesce(jsonb_agg(without_words(e.value, words, mark) ORDER BY e.n), '[]')
			FROM jsonb_array_elements(value) WITH ORDINALITY e (value, n))
		WHEN 'string' THEN CASE WHEN value #>> '{}' = ANY (words) THEN to_jsonb(mark) ELSE value END
		ELSE value END;
END $$;

-- An object in which the mark stands for whatever these fields said.
CREATE FUNCTION without_fields(value jsonb, fields text[], mark text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN jsonb_typeof(value) = 'object' THEN (
			SELECT coalesce(jsonb_object_agg(e.key,
				CASE WHEN e.key = ANY (fields) AND e.value <> 'null' THEN to_jsonb(mark) ELSE e.value END), '{}')
			FROM jsonb_each(value) e)
		ELSE value END
$$;

-- A text of several languages with the mark wherever one of the words stands in it by itself, the longest first.
CREATE FUNCTION without_names(said jsonb, words text[], mark text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	word text;
	pattern text;
BEGIN
	FOR word IN SELECT w FROM unnest(words) w WHERE w <> '' ORDER BY length(w) DESC LOOP
		pattern := '(?<![A-Za-z0-9])' || regexp_replace(word, '([].^$*+?(){}\\|[])', '\\\1', 'g') || '(?![A-Za-z0-9])';
		SELECT jsonb_object_agg(e.key, regexp_replace(e.value, pattern, mark, 'g')) INTO said FROM jsonb_each_text(said) e;
	END LOOP;
	RETURN said;
END $$;

-- Erases a person: the mark "Erased person 4711" stands for their name wherever it is kept, what else tells who they were is
-- taken out, and the account is closed for ever. Returns the mark. The application may add to a history, never change it;
-- hence the owner does, here and nowhere else. Nothing of it can be chosen but the person, who must be in the caller's scope;
-- `eraser` is another, signed in, who may delete users. The caller's scope is as before afterwards.
CREATE FUNCTION erase_person(person text, eraser text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	lo text := current_setting('app.lo', true);
	hi text := current_setting('app.hi', true);
	farm text := current_setting('app.farm', true);
	identity constant text[] := '{username,actualName,email,pendingEmail,phone,sex,job,idCard,avatar}';
	-- What somebody does with their own account; the names are those of tokens, passkeys and browsers.
	own constant text[] := '{personal,password,preferences,session,open-sessions,api-tokens,second-factor,notice-channels}';
	own_fields constant text[] := identity || '{name,ip,userAgent}'::text[];
	someone account;
	company text;
	mark text;
	names text[];
	words text[];
	addresses text[];
BEGIN
	SELECT * INTO someone FROM account WHERE id = person AND office_path >= lo AND office_path < hi FOR UPDATE;
	IF NOT FOUND OR someone.erased_at IS NOT NULL THEN
		RAISE EXCEPTION 'No such person in scope' USING ERRCODE = 'insufficient_privilege';
	END IF;
	PERFORM system_scope();
	IF person = eraser OR NOT EXISTS (
		SELECT FROM account a
			JOIN session s ON s.account_id = a.id AND s.expires_at > now()
			JOIN account_role ar ON ar.account_id = a.id
			JOIN role r ON r.id = ar.role_id
		WHERE a.id = eraser AND a.disabled_at IS NULL AND a.deleted_at IS NULL
			AND (a.kind = 1 OR starts_with(someone.office_path, a.office_path))
			AND r.permissions @> '[{"permissionId": "user_manage", "actionList": ["delete"]}]'
	) THEN
		RAISE EXCEPTION 'This is not theirs to do' USING ERRCODE = 'insufficient_privilege';
	END IF;
	PERFORM set_config('app.erasing', person, true);
	mark := format('Erased person %s (已抹除)', nextval('erased_person'));
	SELECT coalesce(o.farm_path, '') INTO company FROM office o WHERE o.id = someone.office_id;

	-- What they were ever called, by their own rows.
	SELECT array_agg(DISTINCT told.name) INTO names FROM (
		SELECT someone.actual_name
		UNION SELECT h.actor_name FROM operation_history h WHERE h.actor_id = person
		UNION SELECT c.actor_name FROM consent_log c WHERE c.actor_id = person
	) AS told (name) WHERE told.name <> '';
	SELECT array_agg(DISTINCT told.word) INTO words FROM (
		SELECT unnest(names || ARRAY[someone.username, someone.email, someone.phone])
		UNION SELECT e.value FROM operation_history h,
			LATERAL (VALUES (h.before), (h.after)) AS side (value),
			LATERAL jsonb_each_text(CASE jsonb_typeof(side.value) WHEN 'object' THEN side.value ELSE '{}' END) e
		WHERE (h.record_id = person AND h.module = 'users' OR h.actor_id = person AND h.module = 'personal')
			AND e.key IN ('username', 'actualName', 'email', 'pendingEmail', 'phone')
		UNION SELECT e.email FROM email_change e WHERE e.account_id = person
	) AS told (word) WHERE told.word NOT IN ('', 'changed');
	SELECT array_agg(DISTINCT lower(w)) INTO addresses FROM unnest(words) w WHERE w LIKE '%@%';

	-- What they did: with their own account, and everything else.
	UPDATE operation_history h SET actor_name = mark, ip = NULL,
			before = without_fields(h.before, own_fields, mark), after = without_fields(h.after, own_fields, mark),
			description = without_names(h.description, words || ARRAY[h.before ->> 'name', h.after ->> 'name'], mark)
		WHERE h.actor_id = person AND h.module = ANY (own);
	UPDATE operation_history h SET actor_name = mark, ip = NULL
		WHERE h.actor_id = person AND h.module <> ALL (own);
	-- What was done with them.
	UPDATE operation_history h SET before = without_fields(h.before, identity, mark),
			after = without_fields(h.after, identity, mark), description = without_names(h.description, words, mark)
		WHERE h.record_id = person AND h.module = 'users';
	-- Where others' rows name them: as one of several users, head of a department, in alarms they handled, as their
	-- customer's owner or contact.
	UPDATE operation_history h SET before = without_words(h.before, words, mark), after = without_words(h.after, words, mark)
		WHERE h.module IN ('users', 'departments', 'customers', 'trial-customers', 'farm-access') AND (
			h.module = 'users' AND h.type = 'bulk'
				AND h.after @> jsonb_build_object('rows', jsonb_build_array(jsonb_build_object('id', person)))
			OR h.module = 'departments' AND person IN (h.before ->> 'headId', h.after ->> 'headId')
			OR h.module IN ('customers', 'trial-customers', 'farm-access') AND h.subject_path = company);
	UPDATE operation_history h SET before = without_words(h.before, words, mark), after = without_words(h.after, words, mark)
		WHERE h.module = 'alarms' AND h.record_id IN (SELECT s.alarm_id FROM alarm_step s WHERE s.account_id = person);
	UPDATE consent_log SET actor_name = mark, ip = NULL WHERE actor_id = person;
	UPDATE customer_change SET actor_name = mark WHERE actor_id = person;
	UPDATE customer_change c SET before = without_words(c.before, words, mark), after = without_words(c.after, words, mark)
		WHERE c.office_path = company AND c.item IN ('contact', 'email', 'phone');
	UPDATE login_log SET ip = NULL WHERE account_id = person;
	UPDATE alarm a SET handled_by = mark FROM alarm_step s
		WHERE s.account_id = person AND a.id = s.alarm_id AND a.handled_by = s.actor_name;
	UPDATE alarm_step SET actor_name = mark WHERE account_id = person;
	-- What they did with a device stands in its connection history, as their name or as "name: reason".
	UPDATE device_connection d SET detail = mark || substr(d.detail, length(n.name) + 1) FROM unnest(names) n (name)
		WHERE (d.detail = n.name OR starts_with(d.detail, n.name || ': ')) AND d.at IN (
			SELECT h.at FROM operation_history h WHERE h.actor_id = person AND h.module = 'devices');
	-- Messages to others that name them: those of what they did with devices, and that they asked for this.
	UPDATE notice_message n SET title = without_names(n.title, names, mark)
		WHERE n.business_type = 'erasure' AND n.subject_id = person
			OR n.business_type = 'system' AND n.created_at IN (
				SELECT h.at FROM operation_history h WHERE h.actor_id = person AND h.module = 'devices');
	-- The record of their customer, where they were its contact.
	UPDATE customer c SET contact = mark, email = NULL, phone = '', version = c.version + 1
		WHERE c.office_path = company AND (lower(c.email) = ANY (addresses) OR c.contact = ANY (names));
	UPDATE application SET email_key = mark, address_key = mark, password_hash = '-', token_hash = NULL,
			form = form || jsonb_build_object('contact', mark, 'email', mark, 'phone', mark)
		WHERE email_key = ANY (addresses);
	DELETE FROM mail WHERE lower(to_address) = ANY (addresses);
	DELETE FROM password_request WHERE email_key = ANY (addresses);

	-- What only they had. Files of others that show nothing but them go as well.
	UPDATE office SET head_id = NULL WHERE head_id = person;
	DELETE FROM stored_file f WHERE f.account_id = person
		OR f.job_id IN (SELECT j.id FROM job j WHERE j.list = 'user-data' AND j.request ->> 'id' = person);
	DELETE FROM job j WHERE j.account_id = person OR j.list = 'user-data' AND j.request ->> 'id' = person;
	DELETE FROM session WHERE account_id = person;
	DELETE FROM account_role WHERE account_id = person;
	DELETE FROM api_token WHERE account_id = person;
	DELETE FROM second_factor WHERE account_id = person;
	DELETE FROM recovery_code WHERE account_id = person;
	DELETE FROM passkey_challenge WHERE account_id = person;
	DELETE FROM email_change WHERE account_id = person;
	DELETE FROM preference WHERE account_id = person;
	DELETE FROM notice_choice WHERE account_id = person;
	DELETE FROM notice_message WHERE account_id = person;
	UPDATE account SET username = mark, username_key = lower(mark), actual_name = mark, email = NULL, email_key = NULL,
			password_hash = '-', mailed_password_hash = NULL, mailed_password_until = NULL, must_change_password = false,
			phone = NULL, job = NULL, sex = NULL, id_card = NULL, avatar_id = NULL, language = NULL,
			language_chosen_at = NULL, time_zone = NULL, units = NULL, units_chosen_at = NULL, erasure_asked_at = NULL,
			erased_at = now(), deleted_at = coalesce(deleted_at, now()), version = version + 1
		WHERE id = person;

	PERFORM set_config('app.erasing', '', true), set_config('app.lo', lo, true), set_config('app.hi', hi, true),
		set_config('app.farm', farm, true);
	RETURN mark;
END $$;
GRANT EXECUTE ON FUNCTION erase_person TO smart_farm_app;

-- Nobody is erased but by that function, and who was does not come back: only their office may move.
CREATE FUNCTION keep_erased() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	place constant text[] := '{office_id,office_path}';
	owner text := (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID);
BEGIN
	IF TG_OP = 'UPDATE' AND OLD.erased_at IS NOT NULL THEN
		IF to_jsonb(NEW) - place = to_jsonb(OLD) - place THEN RETURN NEW; END IF;
	ELSIF TG_OP = 'UPDATE' AND current_user = owner AND current_setting('app.erasing', true) = NEW.id THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'Only erase_person erases, and for good' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER account_erased BEFORE UPDATE ON account FOR EACH ROW
	WHEN (OLD.erased_at IS NOT NULL OR NEW.erased_at IS NOT NULL) EXECUTE FUNCTION keep_erased();
CREATE TRIGGER account_born_erased BEFORE INSERT ON account FOR EACH ROW
	WHEN (NEW.erased_at IS NOT NULL) EXECUTE FUNCTION keep_erased();
