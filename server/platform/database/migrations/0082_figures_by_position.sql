-- The last days of a house as arrays, oldest first: data screens sum them up position by position, without a look into a document.
ALTER TABLE "house_figure" ADD COLUMN "eggs" double precision[] DEFAULT '{}' NOT NULL;
ALTER TABLE "house_figure" ADD COLUMN "hens" double precision[] DEFAULT '{}' NOT NULL;
ALTER TABLE "house_figure" ADD COLUMN "eggs_standard" double precision[] DEFAULT '{}' NOT NULL;
ALTER TABLE "house_figure" ADD COLUMN "feed" double precision[] DEFAULT '{}' NOT NULL;
ALTER TABLE "house_figure" ADD COLUMN "water" double precision[] DEFAULT '{}' NOT NULL;
SELECT system_scope();
UPDATE "house_figure" g SET eggs = d.eggs, hens = d.hens, eggs_standard = d.eggs_standard, feed = d.feed, water = d.water
	FROM (SELECT f.house_id, array_agg(e.eggs ORDER BY e.day) AS eggs, array_agg(e.hens ORDER BY e.day) AS hens,
			array_agg(e."eggsStandard" ORDER BY e.day) AS eggs_standard, array_agg(e.feed ORDER BY e.day) AS feed,
			array_agg(e.water ORDER BY e.day) AS water
		FROM house_figure f, jsonb_to_recordset(f.days) AS e(day date, eggs float8, hens float8, "eggsStandard" float8, feed float8, water float8)
		GROUP BY 1) d
	WHERE d.house_id = g.house_id;
ALTER TABLE "house_figure" DROP COLUMN "days";
