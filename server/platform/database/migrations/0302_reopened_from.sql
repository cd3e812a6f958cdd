-- The last day of a flock that was closed and is open again: its birds had left by then.
ALTER TABLE "flock" ADD COLUMN "reopened_from" date;
