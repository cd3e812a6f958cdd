-- A code scanned without network is told later: when it was heard of, beside when it was scanned.
ALTER TABLE "alarm_event" ADD COLUMN "heard_at" timestamp with time zone;
-- When each of the codes before was made, newest first: a code proves somebody to have been there while it hung there.
ALTER TABLE "house_code" ADD COLUMN "old_made_at" timestamp with time zone[] DEFAULT '{}' NOT NULL;
