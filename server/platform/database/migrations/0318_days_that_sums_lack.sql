-- A move carries sums into the next house: from now on with the days that they lack.
ALTER TABLE "flock" ADD COLUMN "opening_gaps" jsonb;

-- Final figures that were kept before do not all say on how many days they stand. Without what they say of that, they are
-- counted anew from the records when they are next asked for.
ALTER TABLE "flock" NO FORCE ROW LEVEL SECURITY;
UPDATE "flock" SET "final" = "final" - 'lacks' WHERE "final" IS NOT NULL;
ALTER TABLE "flock" FORCE ROW LEVEL SECURITY;
