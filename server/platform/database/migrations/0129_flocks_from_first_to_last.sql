-- What was checked before the birds came, why a flock ended, and what it came to: others are held against it.
ALTER TABLE "flock" ADD COLUMN "readiness" jsonb DEFAULT '{}'::jsonb NOT NULL;
ALTER TABLE "flock" ADD COLUMN "close_reason" text DEFAULT '' NOT NULL;
ALTER TABLE "flock" ADD COLUMN "final" jsonb;
CREATE INDEX "flock_ended" ON "flock" USING btree ("farm_path","type","ended_on" DESC) WHERE ended_on is not null;
