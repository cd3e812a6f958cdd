-- Units are a choice like the language: nobody has made it yet, and without one they are metric.
ALTER TABLE "account" ALTER COLUMN "units" DROP DEFAULT;
ALTER TABLE "account" ALTER COLUMN "units" DROP NOT NULL;
ALTER TABLE "account" ADD COLUMN "units_chosen_at" timestamp with time zone;
UPDATE "account" SET "units" = NULL;

-- Files are written, and read, in the units of who asked.
ALTER TABLE "job" ADD COLUMN "units" text DEFAULT 'metric' NOT NULL;

-- Values in a message are kept beside it, each reader sees them in their units.
ALTER TABLE "notice_message" ADD COLUMN "amounts" jsonb;
