-- Files of people: loose until a record names them (`attached_to`), then seen by who holds one of the grants in `access` and
-- sees the office they moved to; those of a released record by everybody below it.
ALTER TABLE "stored_file" ADD COLUMN "attached_to" text;
ALTER TABLE "stored_file" ADD COLUMN "access" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "stored_file" ADD COLUMN "is_released" boolean DEFAULT false NOT NULL;
ALTER TABLE "stored_file" ADD COLUMN "has_small" boolean DEFAULT false NOT NULL;
CREATE INDEX "stored_file_attached" ON "stored_file" USING btree ("attached_to") WHERE "attached_to" IS NOT NULL;
CREATE INDEX "stored_file_loose" ON "stored_file" USING btree ("account_id") WHERE "purpose" = 'people';
