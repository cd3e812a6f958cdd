-- What birds that were taken over had behind them: losses, eggs, feed, water and sales before the first record here.
ALTER TABLE "flock" ADD COLUMN "taken_over" boolean DEFAULT false NOT NULL;
ALTER TABLE "flock" ADD COLUMN "opening_placed_on" date;
ALTER TABLE "flock" ADD COLUMN "opening_lost" integer;
ALTER TABLE "flock" ADD COLUMN "opening_sold" integer;
ALTER TABLE "flock" ADD COLUMN "opening_sold_kg" double precision;
ALTER TABLE "flock" ADD COLUMN "opening_eggs" integer;
ALTER TABLE "flock" ADD COLUMN "opening_feed" double precision;
ALTER TABLE "flock" ADD COLUMN "opening_water" double precision;

-- Broilers counted their age from the placement whatever hatch date stood beside it. Now a hatch date counts for them too, which
-- only those taken over have: one that never counted must not begin to, and is kept in the note. And the totals of feed and water
-- are new in the final figures: they are counted anew from the records when they are next asked for.
ALTER TABLE "flock" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "house_now" NO FORCE ROW LEVEL SECURITY;
UPDATE "flock" SET "note" = concat_ws(E'\n', nullif("note", ''), '出雏 / Hatched ' || "hatched_on"), "hatched_on" = NULL
	WHERE "type" = 'broiler' AND "hatched_on" IS NOT NULL;
UPDATE "flock" SET "final" = NULL WHERE "final" IS NOT NULL;
ALTER TABLE "flock" FORCE ROW LEVEL SECURITY;
ALTER TABLE "house_now" FORCE ROW LEVEL SECURITY;
