-- Since when a controller holds an alarm though its trouble is over: only a reset at its panel ends it.
ALTER TABLE "alarm" ADD COLUMN "latched_at" timestamp with time zone;
ALTER TABLE "alarm" ADD CONSTRAINT "alarm_latched" CHECK ("alarm"."latched_at" is null or "alarm"."condition" <> 'cleared');
