-- What the analysis shows, counted once for each day of the provider's calendar, for all customers together and for those of each
-- department. A change of a row notes its day, and the days noted are counted again every 15 minutes.
CREATE TABLE "analysis_count" (
	"office_path" text COLLATE "C" DEFAULT '1.' NOT NULL,
	"is_whole" boolean NOT NULL,
	"what" text NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"n" bigint NOT NULL,
	"amount" numeric DEFAULT 0 NOT NULL,
	CONSTRAINT "analysis_count_pkey" PRIMARY KEY("what","is_whole","day","key","office_path") INCLUDE ("n","amount")
);
-- How each customer stands in the counts: in whose care, and whether its farm data is among them.
CREATE TABLE "analysis_farm" (
	"farm_path" text COLLATE "C" PRIMARY KEY NOT NULL,
	"care_path" text COLLATE "C",
	"shared_until" timestamp with time zone,
	"is_shared" boolean DEFAULT false NOT NULL,
	"is_stale" boolean DEFAULT false NOT NULL
);
-- Whose rows changed at what time; a day is noted as often as it is touched, so that nobody waits for anybody.
CREATE TABLE "analysis_touched" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"what" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
-- How often articles were opened, without who it was: a reading keeps its last time only.
CREATE TABLE "article_hour" (
	"family" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"reads" integer NOT NULL,
	CONSTRAINT "article_hour_pkey" PRIMARY KEY("family","hour","office_path")
);
ALTER TABLE "analysis_count" ADD CONSTRAINT "analysis_count_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE cascade ON UPDATE cascade;
ALTER TABLE "analysis_farm" ADD CONSTRAINT "analysis_farm_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE cascade ON UPDATE cascade;
ALTER TABLE "analysis_farm" ADD CONSTRAINT "analysis_farm_care_path_office_path_fk" FOREIGN KEY ("care_path") REFERENCES "public"."office"("path") ON DELETE set null ON UPDATE cascade;
ALTER TABLE "article_hour" ADD CONSTRAINT "article_hour_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE cascade ON UPDATE cascade;
CREATE INDEX "analysis_count_office" ON "analysis_count" USING btree ("office_path") WHERE not is_whole;
CREATE INDEX "analysis_farm_care" ON "analysis_farm" USING btree ("care_path");
CREATE INDEX "analysis_farm_stale" ON "analysis_farm" USING btree ("farm_path") WHERE is_stale;
CREATE INDEX "analysis_farm_shared" ON "analysis_farm" USING btree ("shared_until") WHERE is_shared;
CREATE INDEX "analysis_touched_what" ON "analysis_touched" USING btree ("what","at");
CREATE INDEX "article_hour_time" ON "article_hour" USING btree ("hour");
CREATE INDEX "article_hour_scope" ON "article_hour" USING btree ("office_path");
CREATE INDEX "question_made" ON "question" USING btree ("made_at");
CREATE INDEX "inquiry_made" ON "inquiry" USING btree ("made_at");
CREATE INDEX "repair_made" ON "repair" USING btree ("made_at");
CREATE INDEX "customer_order_made" ON "customer_order" USING btree ("made_at");
CREATE INDEX "customer_converted" ON "customer_change" USING btree ("at") WHERE item = 'stage';

INSERT INTO analysis_farm (farm_path, care_path, shared_until, is_shared)
	SELECT path, care_path, farm_access_until, coalesce(farm_access_until > now(), false) FROM office WHERE kind = 'customer';

-- Hours of working time between two moments, by the calendar of a zone: Monday to Saturday, 08:00 to 18:00.
CREATE FUNCTION worked_hours(since timestamptz, until timestamptz, zone text) RETURNS double precision LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
	SELECT coalesce(sum(extract(epoch FROM greatest(interval '0',
		least(until, (d + time '18:00') AT TIME ZONE zone)
			- greatest(since, (d + time '08:00') AT TIME ZONE zone)))) / 3600, 0)
	FROM generate_series((since AT TIME ZONE zone)::date::timestamp, (until AT TIME ZONE zone)::date::timestamp,
		'1 day') AS days (d)
	WHERE extract(isodow FROM d) <= 6
$$;

-- Hours to two digits: few different ones, and percentiles as close as anybody reads them.
CREATE FUNCTION two_digits(hours double precision) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT round(hours::numeric, CASE WHEN hours < 9.95 THEN 1 WHEN hours < 99.5 THEN 0 WHEN hours < 995 THEN -1 ELSE -2 END)::text
$$;

-- Who is counted in what: the rows of some days, or, without days, all of one customer. `farm_path` is null for what is no
-- customer's. Called in the scope of the system.
CREATE FUNCTION analysis_rows(counted text, first_day date, last_day date, farm text)
RETURNS TABLE (farm_path text, day date, key text, n bigint, amount numeric)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_custom_plan SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	zone text := (SELECT time_zone FROM office WHERE parent_id IS NULL);
	yesterday date := (now() AT TIME ZONE zone)::date - 1;
	from_at timestamptz := coalesce(first_day::timestamp AT TIME ZONE zone, '-infinity');
	end_at timestamptz := coalesce((last_day + 1)::timestamp AT TIME ZONE zone, 'infinity');
	-- Of one customer by its office; of days everybody.
	lo text := coalesce(farm, '');
	hi text := coalesce(left(farm, -1) || '/', ':');
BEGIN
	CASE counted
	WHEN 'customer' THEN RETURN QUERY
		SELECT c.office_path, (t.at AT TIME ZONE zone)::date, t.key, 1::bigint, 0::numeric FROM customer c,
			LATERAL (VALUES ('new', c.created_at), ('lost', least(c.disabled_at, c.deleted_at))) t (key, at)
			WHERE c.approval = 'passed' AND c.office_path >= lo AND c.office_path < hi AND t.at >= from_at AND t.at < end_at
		UNION ALL
		SELECT h.office_path, (h.at AT TIME ZONE zone)::date, 'converted', 1::bigint, 0::numeric FROM customer_change h
			WHERE h.item = 'stage' AND h.after = '"formal"' AND h.before = '"trial"'
				AND h.office_path >= lo AND h.office_path < hi AND h.at >= from_at AND h.at < end_at;
	WHEN 'alarm', 'cause' THEN RETURN QUERY
		SELECT a.farm_path, (a.raised_at AT TIME ZONE zone)::date,
			CASE counted WHEN 'alarm' THEN a.code ELSE coalesce(a.cause, '') END, count(*), 0::numeric
		FROM alarm a WHERE a.office_path >= lo AND a.office_path < hi AND a.raised_at >= from_at AND a.raised_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'question', 'repair', 'inquiry' THEN RETURN QUERY
		WITH ticket AS (
			SELECT q.id, q.farm_path, q.office_path, q.made_at FROM question q WHERE counted = 'question'
			UNION ALL SELECT r.id, r.farm_path, r.office_path, r.made_at FROM repair r WHERE counted = 'repair'
			UNION ALL SELECT i.id, i.farm_path, i.office_path, i.made_at FROM inquiry i WHERE counted = 'inquiry'
		)
		SELECT t.farm_path, (t.made_at AT TIME ZONE zone)::date,
			CASE WHEN answer.at IS NULL THEN '' ELSE two_digits(worked_hours(t.made_at, answer.at, zone)) END, count(*), 0::numeric
		FROM ticket t LEFT JOIN LATERAL (
			SELECT min(e.at) AS at FROM record_entry e WHERE e.record_id = t.id AND e.actor_kind = 1 AND e.step <> 'create'
				AND e.module = CASE counted WHEN 'question' THEN 'questions' WHEN 'repair' THEN 'repairs' ELSE 'inquiries' END
		) answer ON true
		WHERE t.office_path >= lo AND t.office_path < hi AND t.made_at >= from_at AND t.made_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'order' THEN RETURN QUERY
		SELECT o.farm_path, (o.made_at AT TIME ZONE zone)::date,
			CASE WHEN o.withdrawn_at IS NULL THEN o.state ELSE 'withdrawn' END, count(*), 0::numeric
		FROM customer_order o WHERE o.office_path >= lo AND o.office_path < hi AND o.made_at >= from_at AND o.made_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'amount' THEN RETURN QUERY
		-- Of orders whose price is known.
		SELECT o.farm_path, (o.made_at AT TIME ZONE zone)::date, o.currency, count(o.sum), coalesce(sum(o.sum), 0)
		FROM customer_order o WHERE o.withdrawn_at IS NULL
			AND o.office_path >= lo AND o.office_path < hi AND o.made_at >= from_at AND o.made_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'good' THEN RETURN QUERY
		SELECT o.farm_path, (o.made_at AT TIME ZONE zone)::date, coalesce(l ->> 'goodId', ''), sum((l ->> 'quantity')::bigint)::bigint,
			0::numeric
		FROM customer_order o, jsonb_array_elements(o.lines) l WHERE o.withdrawn_at IS NULL
			AND o.office_path >= lo AND o.office_path < hi AND o.made_at >= from_at AND o.made_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'article' THEN RETURN QUERY
		SELECT o.farm_path, (r.hour AT TIME ZONE zone)::date, r.family, sum(r.reads)::bigint, 0::numeric
		FROM article_hour r JOIN office o ON o.path = r.office_path
		WHERE r.office_path >= lo AND r.office_path < hi AND r.hour >= from_at AND r.hour < end_at
		GROUP BY 1, 2, 3;
	WHEN 'screen' THEN RETURN QUERY
		SELECT o.farm_path, (v.started_at AT TIME ZONE zone)::date, a.kind || ' ' || v.screen, count(*), 0::numeric
		FROM screen_visit v JOIN account a ON a.id = v.account_id JOIN office o ON o.path = v.office_path
		WHERE v.office_path >= lo AND v.office_path < hi AND v.started_at >= from_at AND v.started_at < end_at
		GROUP BY 1, 2, 3;
	WHEN 'device' THEN RETURN QUERY
		-- Seconds that devices were there, and that they should have been, of days that are over: what was told of a device last
		-- holds end_at the next is told. Of one nothing was told of before, its status does, if it is older.
		WITH each AS (
			SELECT d.id, o.farm_path, d.status, d.status_since, d.deleted_at, s.day::date AS day,
				s.day AT TIME ZONE zone AS begins, (s.day + interval '1 day') AT TIME ZONE zone AS ends
			FROM device d JOIN office o ON o.path = d.office_path,
				generate_series(greatest(coalesce(first_day, yesterday - 178), (d.created_at AT TIME ZONE zone)::date)::timestamp,
					least(coalesce(last_day, yesterday), yesterday)::timestamp, '1 day') s (day)
			WHERE d.office_path >= lo AND d.office_path < hi AND (d.deleted_at IS NULL OR d.deleted_at >= from_at)
		), told AS (
			SELECT e.id, e.day, e.begins AS at, 0::bigint AS number, coalesce(connection_state(b.event),
				CASE WHEN e.status_since <= e.begins THEN CASE e.status WHEN 'ONLINE' THEN 'on' WHEN 'OFFLINE' THEN 'off' ELSE 'out' END END
				) AS state
			FROM each e LEFT JOIN LATERAL (
				SELECT c.event FROM device_connection c
				WHERE c.device_id = e.id AND c.at < e.begins AND connection_state(c.event) IS NOT NULL ORDER BY c.at DESC, c.id DESC LIMIT 1
			) b ON true
			UNION ALL
			SELECT e.id, e.day, c.at, c.id, connection_state(c.event) FROM each e JOIN device_connection c
				ON c.device_id = e.id AND c.at >= e.begins AND c.at < e.ends AND connection_state(c.event) IS NOT NULL
		), span AS (
			SELECT t.id, t.day, t.state, t.at, lead(t.at) OVER (PARTITION BY t.id, t.day ORDER BY t.at, t.number) AS next FROM told t
		)
		SELECT e.farm_path, e.day, k.key, sum(extract(epoch FROM coalesce(s.next, e.ends) - s.at))::bigint, 0::numeric
		FROM span s JOIN each e ON e.id = s.id AND e.day = s.day, LATERAL (VALUES ('known'), ('online')) k (key)
		WHERE s.state = 'on' OR s.state = 'off' AND k.key = 'known'
		GROUP BY 1, 2, 3;
	END CASE;
END $$;

-- What an event of the connection history makes of a device: on, off, or out of use; null: it says nothing of that.
CREATE FUNCTION connection_state(event text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN event IN ('nbirth', 'dbirth') THEN 'on'
		WHEN event IN ('ndeath', 'ddeath', 'disconnect', 'no-birth', 'enabled', 'needs-credential') THEN 'off'
		WHEN event IN ('disabled', 'deleted', 'reset', 'replaced') THEN 'out' END
$$;

-- Counts some days of one kind again.
CREATE FUNCTION recount_analysis(counted text, days date[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	DELETE FROM analysis_count c WHERE c.what = counted AND c.day = ANY (days);
	INSERT INTO analysis_count (office_path, is_whole, what, day, key, n, amount)
	SELECT coalesce(f.care_path, '1.'), grouping(f.care_path) = 1, counted, r.day, r.key, sum(r.n), sum(r.amount)
	FROM analysis_rows(counted, (SELECT min(d) FROM unnest(days) d), (SELECT max(d) FROM unnest(days) d), NULL) r
		LEFT JOIN analysis_farm f ON f.farm_path = r.farm_path
	WHERE r.day = ANY (days) AND (counted NOT IN ('alarm', 'cause') OR f.is_shared)
	GROUP BY GROUPING SETS ((r.day, r.key, f.care_path), (r.day, r.key))
	HAVING (grouping(f.care_path) = 1 OR f.care_path IS NOT NULL) AND (sum(r.n) <> 0 OR sum(r.amount) <> 0);
END $$;

-- Brings the counts to how a customer stands now: what of it was counted is taken out, and put in where it belongs.
CREATE FUNCTION settle_analysis_farm(farm text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	old analysis_farm;
	care text;
	until timestamptz;
	shares boolean;
	counted text;
BEGIN
	SELECT * INTO old FROM analysis_farm f WHERE f.farm_path = farm FOR UPDATE;
	SELECT o.care_path, o.farm_access_until, coalesce(o.farm_access_until > now(), false) INTO care, until, shares
		FROM office o WHERE o.path = farm;
	FOREACH counted IN ARRAY analysis_kinds() LOOP
		CONTINUE WHEN care IS NOT DISTINCT FROM old.care_path
			AND (counted NOT IN ('alarm', 'cause') OR shares = old.is_shared);
		INSERT INTO analysis_count AS c (office_path, is_whole, what, day, key, n, amount)
		SELECT t.path, t.whole, counted, r.day, r.key, sum(t.sign * r.n), sum(t.sign * r.amount)
		FROM analysis_rows(counted, NULL, NULL, farm) r, LATERAL (VALUES
			('1.', true, -1, counted NOT IN ('alarm', 'cause') OR old.is_shared),
			('1.', true, 1, counted NOT IN ('alarm', 'cause') OR shares),
			(old.care_path, false, -1, counted NOT IN ('alarm', 'cause') OR old.is_shared),
			(care, false, 1, counted NOT IN ('alarm', 'cause') OR shares)) t (path, whole, sign, holds)
		WHERE t.holds AND t.path IS NOT NULL
		GROUP BY t.path, t.whole, r.day, r.key HAVING sum(t.sign) <> 0
		ON CONFLICT (what, is_whole, day, key, office_path) DO UPDATE SET n = c.n + excluded.n, amount = c.amount + excluded.amount;
		DELETE FROM analysis_count c WHERE c.what = counted AND c.n = 0 AND c.amount = 0;
	END LOOP;
	UPDATE analysis_farm f SET care_path = care, shared_until = until, is_shared = shares, is_stale = false WHERE f.farm_path = farm;
END $$;

CREATE FUNCTION analysis_kinds() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
	SELECT ARRAY['customer', 'device', 'alarm', 'cause', 'question', 'repair', 'inquiry', 'order', 'amount', 'good', 'article', 'screen']
$$;

-- Takes customers that no longer share out of the counts, whatever else waits: a reader asks before it reads.
CREATE FUNCTION settle_consents() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	lo text := current_setting('app.lo', true);
	hi text := current_setting('app.hi', true);
	was text := current_setting('app.farm', true);
	farm text;
BEGIN
	PERFORM system_scope();
	IF EXISTS (SELECT FROM analysis_farm f WHERE f.is_shared AND (f.is_stale OR f.shared_until <= now())) THEN
		PERFORM pg_advisory_xact_lock(hashtextextended('analysis', 0));
		FOR farm IN SELECT f.farm_path FROM analysis_farm f JOIN office o ON o.path = f.farm_path
			WHERE f.is_shared AND (f.is_stale OR f.shared_until <= now()) AND coalesce(o.farm_access_until <= now(), true)
		LOOP
			PERFORM settle_analysis_farm(farm);
		END LOOP;
	END IF;
	PERFORM set_config('app.lo', coalesce(lo, ''), true), set_config('app.hi', coalesce(hi, ''), true),
		set_config('app.farm', coalesce(was, ''), true);
END $$;

-- Notes every day there is something to count of; they are counted again from their rows.
CREATE FUNCTION rebuild_analysis() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	zone text;
	counted text;
BEGIN
	PERFORM system_scope();
	SELECT time_zone INTO zone FROM office WHERE parent_id IS NULL;
	FOREACH counted IN ARRAY analysis_kinds() LOOP
		INSERT INTO analysis_touched (what, at) SELECT counted, (d.day + time '12:00') AT TIME ZONE zone FROM (
			SELECT r.day FROM analysis_rows(counted, NULL, NULL, NULL) r
			UNION SELECT c.day FROM analysis_count c WHERE c.what = counted) d;
	END LOOP;
END $$;

-- Does a part of what is to be done: customers that stand otherwise than they are counted, days that are over, days that were
-- touched. Returns how many there were: 0 when all is done. A day whose rows are no longer all kept stays as it was counted.
CREATE FUNCTION count_analysis(most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	zone text;
	today date;
	closed date;
	farms text[];
	farm text;
	counted text;
	newest date;
	days date[];
	kept date;
BEGIN
	PERFORM system_scope();
	PERFORM pg_advisory_xact_lock(hashtextextended('analysis', 0));
	SELECT time_zone, (now() AT TIME ZONE time_zone)::date INTO zone, today FROM office WHERE parent_id IS NULL;
	IF zone IS NULL THEN RETURN 0; END IF;
	IF zone IS DISTINCT FROM (SELECT value FROM installation i WHERE i.key = 'analysis_zone') THEN
		PERFORM rebuild_analysis();
		INSERT INTO installation VALUES ('analysis_zone', zone), ('analysis_closed', (today - 1)::text)
			ON CONFLICT (key) DO UPDATE SET value = excluded.value;
		RETURN 1;
	END IF;

	farms := ARRAY(SELECT f.farm_path FROM analysis_farm f WHERE f.is_stale LIMIT most)
		|| ARRAY(SELECT f.farm_path FROM analysis_farm f WHERE f.is_shared AND f.shared_until <= now() AND NOT f.is_stale LIMIT most);
	FOREACH farm IN ARRAY farms LOOP PERFORM settle_analysis_farm(farm); END LOOP;
	IF cardinality(farms) > 0 THEN RETURN cardinality(farms); END IF;

	SELECT value::date INTO closed FROM installation i WHERE i.key = 'analysis_closed';
	IF closed < today - 1 THEN
		INSERT INTO analysis_touched (what, at) SELECT 'device', (d + time '12:00') AT TIME ZONE zone
			FROM generate_series((closed + 1)::timestamp, (today - 1)::timestamp, '1 day') d;
		UPDATE installation i SET value = (today - 1)::text WHERE i.key = 'analysis_closed';
	END IF;

	SELECT t.what, max((t.at AT TIME ZONE zone)::date) INTO counted, newest FROM analysis_touched t
		GROUP BY t.what ORDER BY array_position(analysis_kinds(), t.what) LIMIT 1;
	IF counted IS NULL THEN RETURN 0; END IF;
	WITH taken AS (
		DELETE FROM analysis_touched t WHERE t.what = counted AND t.at >= ((newest - most)::timestamp AT TIME ZONE zone) RETURNING t.at
	) SELECT array_agg(DISTINCT (taken.at AT TIME ZONE zone)::date) INTO days FROM taken;
	kept := CASE counted WHEN 'device' THEN today - 179
		WHEN 'screen' THEN (SELECT (min(v.started_at) AT TIME ZONE zone)::date + 1 FROM screen_visit v) ELSE '-infinity' END;
	days := ARRAY(SELECT d FROM unnest(days) d WHERE d >= kept
		OR NOT EXISTS (SELECT FROM analysis_count c WHERE c.what = counted AND c.day = d));
	PERFORM recount_analysis(counted, days);
	RETURN 1;
END $$;
GRANT EXECUTE ON FUNCTION count_analysis, rebuild_analysis TO smart_farm_ingest;
GRANT EXECUTE ON FUNCTION settle_consents TO smart_farm_app;

-- Notes the hours in which rows came or went, in whose scope ever.
CREATE FUNCTION touch_analysis() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	EXECUTE format('INSERT INTO analysis_touched (what, at) SELECT w, at FROM unnest($1) w,
		(SELECT DISTINCT date_trunc(''hour'', %I) AS at FROM changed) t', TG_ARGV[1]) USING string_to_array(TG_ARGV[0], ',');
	RETURN NULL;
END $$;
CREATE TRIGGER analysis_added AFTER INSERT ON "alarm" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION touch_analysis('alarm,cause', 'raised_at');
CREATE TRIGGER analysis_removed AFTER DELETE ON "alarm" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION touch_analysis('alarm,cause', 'raised_at');
CREATE TRIGGER analysis_added AFTER INSERT ON "question" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION touch_analysis('question', 'made_at');
CREATE TRIGGER analysis_removed AFTER DELETE ON "question" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION touch_analysis('question', 'made_at');
CREATE TRIGGER analysis_added AFTER INSERT ON "repair" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION touch_analysis('repair', 'made_at');
CREATE TRIGGER analysis_removed AFTER DELETE ON "repair" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION touch_analysis('repair', 'made_at');
CREATE TRIGGER analysis_added AFTER INSERT ON "inquiry" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION touch_analysis('inquiry', 'made_at');
CREATE TRIGGER analysis_removed AFTER DELETE ON "inquiry" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION touch_analysis('inquiry', 'made_at');
CREATE TRIGGER analysis_added AFTER INSERT ON "customer_order" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION touch_analysis('order,amount,good', 'made_at');
CREATE TRIGGER analysis_removed AFTER DELETE ON "customer_order" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION touch_analysis('order,amount,good', 'made_at');
CREATE TRIGGER analysis_added AFTER INSERT ON "screen_visit" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION touch_analysis('screen', 'started_at');
CREATE TRIGGER analysis_added AFTER INSERT ON "device_connection" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION touch_analysis('device', 'at');
CREATE TRIGGER analysis_added AFTER INSERT ON "article_hour" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION touch_analysis('article', 'hour');

-- The same of rows that are changed.
CREATE FUNCTION touch_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	CASE TG_TABLE_NAME
	WHEN 'alarm' THEN
		INSERT INTO analysis_touched (what, at) SELECT w, at FROM unnest(ARRAY['alarm', 'cause']) w, unnest(ARRAY[OLD.raised_at, NEW.raised_at]) at;
	WHEN 'customer_order' THEN
		INSERT INTO analysis_touched (what, at)
			SELECT w, at FROM unnest(ARRAY['order', 'amount', 'good']) w, unnest(ARRAY[OLD.made_at, NEW.made_at]) at;
	WHEN 'article_hour' THEN
		INSERT INTO analysis_touched (what, at) VALUES ('article', NEW.hour);
	WHEN 'record_entry' THEN
		INSERT INTO analysis_touched (what, at)
			SELECT 'question', made_at FROM question WHERE NEW.module = 'questions' AND id = NEW.record_id
			UNION ALL SELECT 'repair', made_at FROM repair WHERE NEW.module = 'repairs' AND id = NEW.record_id
			UNION ALL SELECT 'inquiry', made_at FROM inquiry WHERE NEW.module = 'inquiries' AND id = NEW.record_id;
	WHEN 'customer_change' THEN
		INSERT INTO analysis_touched (what, at) VALUES ('customer', NEW.at);
	WHEN 'customer' THEN
		INSERT INTO analysis_touched (what, at) SELECT DISTINCT 'customer', at FROM unnest(CASE TG_OP WHEN 'INSERT'
			THEN ARRAY[NEW.created_at, NEW.disabled_at, NEW.deleted_at]
			ELSE ARRAY[OLD.created_at, NEW.created_at, OLD.disabled_at, NEW.disabled_at, OLD.deleted_at, NEW.deleted_at] END) at
		WHERE at IS NOT NULL;
	END CASE;
	RETURN NULL;
END $$;
CREATE TRIGGER analysis_changed AFTER UPDATE OF cause, code, raised_at ON "alarm" FOR EACH ROW
	WHEN ((OLD.cause, OLD.code, OLD.raised_at) IS DISTINCT FROM (NEW.cause, NEW.code, NEW.raised_at)) EXECUTE FUNCTION touch_changed();
CREATE TRIGGER analysis_changed AFTER UPDATE ON "customer_order" FOR EACH ROW
	WHEN ((OLD.state, OLD.withdrawn_at, OLD.currency, OLD.sum, OLD.lines, OLD.made_at)
		IS DISTINCT FROM (NEW.state, NEW.withdrawn_at, NEW.currency, NEW.sum, NEW.lines, NEW.made_at)) EXECUTE FUNCTION touch_changed();
CREATE TRIGGER analysis_changed AFTER UPDATE ON "article_hour" FOR EACH ROW EXECUTE FUNCTION touch_changed();
CREATE TRIGGER analysis_answered AFTER INSERT ON "record_entry" FOR EACH ROW
	WHEN (NEW.actor_kind = 1 AND NEW.module IN ('questions', 'repairs', 'inquiries')) EXECUTE FUNCTION touch_changed();
CREATE TRIGGER analysis_converted AFTER INSERT ON "customer_change" FOR EACH ROW
	WHEN (NEW.item = 'stage') EXECUTE FUNCTION touch_changed();
CREATE TRIGGER analysis_added AFTER INSERT ON "customer" FOR EACH ROW EXECUTE FUNCTION touch_changed();
CREATE TRIGGER analysis_changed AFTER UPDATE ON "customer" FOR EACH ROW
	WHEN ((OLD.approval, OLD.created_at, OLD.disabled_at, OLD.deleted_at)
		IS DISTINCT FROM (NEW.approval, NEW.created_at, NEW.disabled_at, NEW.deleted_at)) EXECUTE FUNCTION touch_changed();

-- How a customer stands is compared when it changes. Of one made in the same transaction nothing is counted yet.
CREATE FUNCTION note_analysis_farm() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	INSERT INTO analysis_farm AS f (farm_path, care_path, shared_until, is_shared)
	VALUES (NEW.path, NEW.care_path, NEW.farm_access_until, coalesce(NEW.farm_access_until > now(), false))
	ON CONFLICT (farm_path) DO UPDATE SET is_stale = NEW.created_at <> now(),
		care_path = CASE WHEN NEW.created_at = now() THEN excluded.care_path ELSE f.care_path END,
		shared_until = CASE WHEN NEW.created_at = now() THEN excluded.shared_until ELSE f.shared_until END,
		is_shared = CASE WHEN NEW.created_at = now() THEN excluded.is_shared ELSE f.is_shared END;
	RETURN NULL;
END $$;
CREATE TRIGGER analysis_farm_made AFTER INSERT ON "office" FOR EACH ROW WHEN (NEW.kind = 'customer') EXECUTE FUNCTION note_analysis_farm();
CREATE TRIGGER analysis_farm_stands AFTER UPDATE OF farm_access_until, care_path ON "office" FOR EACH ROW
	WHEN (NEW.kind = 'customer' AND (OLD.farm_access_until, OLD.care_path) IS DISTINCT FROM (NEW.farm_access_until, NEW.care_path))
	EXECUTE FUNCTION note_analysis_farm();

-- An opening is counted by hour, family and office of its reader.
CREATE FUNCTION count_article_reading() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	INSERT INTO article_hour AS d (family, hour, office_path, reads)
		SELECT a.family, date_trunc('hour', NEW.read_at), NEW.office_path, 1 FROM article a WHERE a.id = NEW.article_id
		ON CONFLICT (family, hour, office_path) DO UPDATE SET reads = d.reads + 1;
	RETURN NULL;
END $$;
CREATE TRIGGER article_opened AFTER INSERT ON "article_reading" FOR EACH ROW
	WHEN (NEW.read_at IS NOT NULL) EXECUTE FUNCTION count_article_reading();
CREATE TRIGGER article_opened_again AFTER UPDATE OF read_at ON "article_reading" FOR EACH ROW
	WHEN (NEW.read_at IS DISTINCT FROM OLD.read_at AND NEW.read_at IS NOT NULL) EXECUTE FUNCTION count_article_reading();
