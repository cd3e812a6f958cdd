-- Why an alarm ended that did not clear by itself; null for one that did.
ALTER TABLE "alarm" ADD COLUMN "end_reason" text;
