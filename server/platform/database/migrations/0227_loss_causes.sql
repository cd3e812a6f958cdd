-- Several causes of a day's losses, each with its number; the one cause that a record could name stays as the main one.
ALTER TABLE "flock_record" ADD COLUMN "loss_causes" jsonb DEFAULT '{}' NOT NULL;
