-- Why it was switched off by itself: days of failure, or a receiver that is gone for good. Null: it is on, or somebody switched it off.
ALTER TABLE "webhook" ADD COLUMN "switched_off" text CONSTRAINT webhook_switched_off CHECK (switched_off IN ('failing', 'gone'));
-- A receiver that is gone answered 410 to the last message that it was sent; of one that failed for days that is known by its age.
UPDATE "webhook" w SET switched_off = CASE
  WHEN (SELECT d.status FROM webhook_delivery d WHERE d.webhook_id = w.id ORDER BY d.last_try_at DESC NULLS LAST LIMIT 1) = 410 THEN 'gone'
  ELSE 'failing' END
WHERE NOT is_active AND failing_since IS NOT NULL;
