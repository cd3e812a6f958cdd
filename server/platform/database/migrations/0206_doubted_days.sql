-- Days on which what a house counted is in doubt: 1, and no figure for the day.
ALTER TABLE "house_figure" ADD COLUMN "eggs_doubted" double precision[] DEFAULT '{}' NOT NULL;
ALTER TABLE "house_figure" ADD COLUMN "feed_doubted" double precision[] DEFAULT '{}' NOT NULL;
ALTER TABLE "house_figure" ADD COLUMN "water_doubted" double precision[] DEFAULT '{}' NOT NULL;
-- Why feed and water of the day so far are not believed.
ALTER TABLE "house_figure" ADD COLUMN "feed_doubt" jsonb;
ALTER TABLE "house_figure" ADD COLUMN "water_doubt" jsonb;
