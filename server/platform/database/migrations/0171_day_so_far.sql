-- Feed and water of the day so far against the day before at the same time, prepared for each house: the workplace counts no readings.
ALTER TABLE "house_figure" ADD COLUMN "so_far_at" timestamp with time zone;
ALTER TABLE "house_figure" ADD COLUMN "feed_so_far" double precision;
ALTER TABLE "house_figure" ADD COLUMN "feed_before" double precision;
ALTER TABLE "house_figure" ADD COLUMN "water_so_far" double precision;
ALTER TABLE "house_figure" ADD COLUMN "water_before" double precision;
