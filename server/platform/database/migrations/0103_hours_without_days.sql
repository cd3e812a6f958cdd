-- Working hours without a row for each day between: the workplace asks for those of every ticket that waits.

-- Hours of working time from the year 1 to a moment of a local clock: Monday to Saturday, 08:00 to 18:00. The first of January of
-- the year 1 is a Monday.
CREATE FUNCTION worked_until(at timestamp) RETURNS double precision LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	days integer := at::date - date '0001-01-01';
BEGIN
	RETURN 10 * (6 * (days / 7) + least(days % 7, 6))
		+ CASE WHEN days % 7 < 6 THEN least(10, greatest(0, extract(epoch FROM at::time)::float8 / 3600 - 8)) ELSE 0 END;
END $$;
CREATE OR REPLACE FUNCTION worked_hours(since timestamptz, until timestamptz, zone text) RETURNS double precision
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	RETURN greatest(0, worked_until(until AT TIME ZONE zone) - worked_until(since AT TIME ZONE zone));
END $$;
CREATE OR REPLACE FUNCTION worked_hours(since timestamptz, zone text) RETURNS double precision
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	RETURN worked_hours(since, now(), zone);
END $$;
