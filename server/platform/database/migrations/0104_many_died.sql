-- Days on which more died than is usual anywhere: where to look first asks for those of all houses each morning.
CREATE INDEX "flock_record_many_died" ON "flock_record" USING btree ("day","flock_id") WHERE dead >= 6;
