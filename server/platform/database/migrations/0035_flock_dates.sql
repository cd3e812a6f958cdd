-- Hens come into their house at an age of months: their hatch is not their placement. Birds sold or moved out are no losses.
ALTER TABLE "house" ADD COLUMN "flock_hatched_on" date;
ALTER TABLE "house" ADD COLUMN "flock_sold" integer;
ALTER TABLE "house" DROP CONSTRAINT "house_flock";
ALTER TABLE "house" ADD CONSTRAINT "house_flock" CHECK (("flock_count" is null or "flock_count" >= 0) and ("flock_sold" is null or "flock_sold" >= 0));
