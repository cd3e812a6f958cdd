-- Visits of screens counted once: a question about months reads what was counted of each day that is over, and visits
-- themselves only of the days after. All of it tells of the whole tree, so it belongs to the provider.
CREATE TABLE "visit_count" (
	"office_path" text COLLATE "C" DEFAULT '1.' NOT NULL,
	"what" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" smallint NOT NULL,
	"screen" text DEFAULT '' NOT NULL,
	"from_screen" text DEFAULT '' NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"visits" integer NOT NULL,
	"duration_ms" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "visit_count_pkey" PRIMARY KEY("what","at","kind","screen","from_screen","seconds")
);
CREATE TABLE "visit_person" (
	"office_path" text COLLATE "C" DEFAULT '1.' NOT NULL,
	"account_id" text NOT NULL,
	"screen" text NOT NULL,
	"kind" smallint NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "visit_person_pkey" PRIMARY KEY("account_id","screen")
);
ALTER TABLE "visit_count" ADD CONSTRAINT "visit_count_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "visit_person" ADD CONSTRAINT "visit_person_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "visit_person" ADD CONSTRAINT "visit_person_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "visit_person_screen" ON "visit_person" USING btree ("screen","last_at") INCLUDE ("kind","office_path");
CREATE INDEX "account_last_visit" ON "account" USING btree ("last_visit_at","kind","office_path");
-- Who sees a part of the tree counts the visits of that part.
CREATE INDEX "screen_visit_office" ON "screen_visit" USING btree ("office_path","started_at");

INSERT INTO visit_person (account_id, screen, kind, last_at)
	SELECT v.account_id, v.screen, a.kind, max(v.started_at) FROM screen_visit v JOIN account a ON a.id = v.account_id GROUP BY 1, 2, 3;

-- How long a visit lasted, to two digits from 100 s on: few different values, and their median as close as anybody reads it.
CREATE FUNCTION visit_seconds(ms integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
	SELECT round(ms / 1000.0, CASE WHEN ms < 100000 THEN 0 WHEN ms < 1000000 THEN -1 WHEN ms < 10000000 THEN -2 ELSE -3 END)::integer
$$;

-- Counts at most `most` days that are over for good: a browser tells of a screen within a day of its opening. Each has a row
-- `day`; `quarter`: visits begun in a quarter of an hour, which the hours of every time zone are made of; `length`: by screen
-- and seconds; `step`: from the screen before, in the same tab, to another. Returns how many days it counted.
CREATE FUNCTION count_visits(most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	day timestamptz;
	counted integer := 0;
BEGIN
	PERFORM system_scope();
	PERFORM pg_advisory_xact_lock(hashtextextended('count_visits', 0));
	SELECT coalesce(max(at) + interval '24 hours', (SELECT date_trunc('day', min(started_at), 'UTC') FROM screen_visit))
		INTO day FROM visit_count WHERE what = 'day';
	WHILE counted < most AND day < now() - interval '49 hours' LOOP
		INSERT INTO visit_count (what, at, kind, screen, from_screen, seconds, visits, duration_ms)
		WITH visit AS MATERIALIZED (
			SELECT v.*, a.kind, visit_seconds(v.duration_ms) AS seconds, (
				SELECT p.screen FROM screen_visit p
				WHERE p.account_id = v.account_id AND p.lane = v.lane AND p.number < v.number ORDER BY p.number DESC LIMIT 1
			) AS from_screen
			FROM screen_visit v JOIN account a ON a.id = v.account_id
			WHERE v.started_at >= day AND v.started_at < day + interval '24 hours'
		)
		SELECT 'day', day, 0, '', '', 0, count(*), 0 FROM visit
		UNION ALL
		SELECT 'quarter', date_bin('15 minutes', started_at, day) AS quarter, kind, '', '', 0, count(*), 0
			FROM visit GROUP BY quarter, kind
		UNION ALL
		SELECT 'length', day, kind, screen, '', seconds, count(*), sum(duration_ms) FROM visit GROUP BY kind, screen, seconds
		UNION ALL
		SELECT 'step', day, kind, screen, from_screen, 0, count(*), 0
			FROM visit WHERE from_screen <> screen GROUP BY kind, screen, from_screen;
		day := day + interval '24 hours';
		counted := counted + 1;
	END LOOP;
	RETURN counted;
END $$;
GRANT EXECUTE ON FUNCTION count_visits TO smart_farm_ingest;

-- Somebody of a farm team does not see the record of their customer: it is noted for them. Visits of a day that was counted
-- already, such as those of a demonstration, have it counted again.
CREATE OR REPLACE FUNCTION note_visits() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	lo text := current_setting('app.lo', true);
	hi text := current_setting('app.hi', true);
	farm text := current_setting('app.farm', true);
	oldest timestamptz;
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
	INSERT INTO visit_person AS p (account_id, screen, kind, last_at)
		SELECT n.account_id, n.screen, a.kind, max(n.started_at)
		FROM added n JOIN account a ON a.id = n.account_id GROUP BY 1, 2, 3 ORDER BY 1, 2
		ON CONFLICT (account_id, screen) DO UPDATE SET last_at = excluded.last_at WHERE p.last_at < excluded.last_at;
	SELECT min(started_at) INTO oldest FROM added;
	IF oldest < now() - interval '25 hours' THEN
		PERFORM pg_advisory_xact_lock(hashtextextended('count_visits', 0));
		DELETE FROM visit_count WHERE at >= date_trunc('day', oldest, 'UTC');
	END IF;
	PERFORM set_config('app.lo', coalesce(lo, ''), true), set_config('app.hi', coalesce(hi, ''), true),
		set_config('app.farm', coalesce(farm, ''), true);
	RETURN NULL;
END $$;

-- A visit that is no longer kept is not told as the last one either, and not counted.
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
  DELETE FROM visit_person WHERE last_at < started_before;
  DELETE FROM visit_count WHERE at < date_trunc('day', started_before, 'UTC');
  RETURN gone;
END $$;
