-- A record made before its day was over at the house: once it is, the meters' counts of the whole day stand beside it, and
-- what nobody entered is taken from them.
ALTER TABLE "flock_record" ADD COLUMN "so_far" boolean NOT NULL DEFAULT false;
CREATE INDEX "flock_record_so_far" ON "flock_record" USING btree ("day") WHERE so_far;
