-- What the settings of a temporary change are for good, while others may lie under it. Of the ones in force only what they were.
ALTER TABLE "setting_change" ADD COLUMN "base" jsonb;
UPDATE "setting_change" SET "base" = "before" WHERE "returns_at" IS NOT NULL;

-- The API token that made the change for its owner.
ALTER TABLE "setting_change" ADD COLUMN "actor_program" text;

-- Days of age of the points that a change is about, by which people call them: the points may get others later.
ALTER TABLE "setting_change" ADD COLUMN "days" jsonb NOT NULL DEFAULT '{}';
