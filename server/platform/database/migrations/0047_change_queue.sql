-- Changes of other groups of a controller wait behind the one that is sent; still only one is on its way.
DROP INDEX "setting_change_open";
CREATE UNIQUE INDEX "setting_change_open" ON "setting_change" USING btree ("device_id","group") WHERE "setting_change"."state" in ('waiting', 'sending');
CREATE UNIQUE INDEX "setting_change_sending" ON "setting_change" USING btree ("device_id") WHERE "setting_change"."state" = 'sending';

-- A change for a while: when its gateway takes it back, and when that was read back.
ALTER TABLE "setting_change" ADD COLUMN "returns_at" timestamp with time zone;
ALTER TABLE "setting_change" ADD COLUMN "returned_at" timestamp with time zone;
CREATE INDEX "setting_change_returns" ON "setting_change" USING btree ("device_id") WHERE "setting_change"."returns_at" is not null and "setting_change"."returned_at" is null;
