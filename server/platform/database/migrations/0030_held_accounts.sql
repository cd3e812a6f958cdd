-- Who above a farm opens an account at it, or has its mails sent elsewhere, could get in with it: until an owner of the farm
-- confirms it, or for some days where there is none to ask, only a password that its user chose opens it.
ALTER TABLE "account" ADD COLUMN "held_at" timestamp with time zone;
ALTER TABLE "account" ADD COLUMN "held_until" timestamp with time zone;
ALTER TABLE "account" ADD CONSTRAINT "account_hold" CHECK ("held_until" IS NULL OR "held_at" IS NOT NULL);
