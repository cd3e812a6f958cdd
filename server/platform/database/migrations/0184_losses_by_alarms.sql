-- Which flocks lose many birds is known by their alarms.
DROP INDEX "flock_record_many_died";
