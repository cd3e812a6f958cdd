-- When people are told of an alarm, next and last; an alarm that comes and goes; a message about several alarms at once.
ALTER TABLE "alarm" ADD COLUMN "ring" text;
ALTER TABLE "alarm" ADD COLUMN "ring_at" timestamp with time zone;
ALTER TABLE "alarm" ADD COLUMN "rung_at" timestamp with time zone;
ALTER TABLE "alarm" ADD COLUMN "rings" integer DEFAULT 0 NOT NULL;
ALTER TABLE "alarm" ADD COLUMN "flipping" boolean DEFAULT false NOT NULL;
CREATE INDEX "alarm_ring" ON "alarm" USING btree ("farm_path") WHERE "alarm"."ring_at" is not null;
CREATE INDEX "alarm_unseen" ON "alarm" USING btree ("farm_path") WHERE "alarm"."condition" <> 'cleared' and "alarm"."handling" = 'new' and "alarm"."rung_at" is not null;
UPDATE "alarm" SET "rung_at" = "created_at", "rings" = 1 WHERE "condition" <> 'cleared' AND "live";
DROP TABLE "alarm_escalation";

ALTER TABLE "notice_message" ADD COLUMN "also" text[];
ALTER TABLE "notice_message" ADD COLUMN "listed" jsonb;
