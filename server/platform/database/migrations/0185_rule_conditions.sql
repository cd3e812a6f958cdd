-- A farm's own alarm rule may depend on a second value, and may watch a figure of the flock day by day.
ALTER TABLE "alarm_rule" ADD COLUMN "for_days" integer DEFAULT 1 NOT NULL;
ALTER TABLE "alarm_rule" ADD COLUMN "condition_metric" text;
ALTER TABLE "alarm_rule" ADD COLUMN "condition_direction" text;
ALTER TABLE "alarm_rule" ADD COLUMN "condition_limit" double precision;
ALTER TABLE "alarm_rule" ADD CONSTRAINT "alarm_rule_days" CHECK ("alarm_rule"."for_days" > 0);
ALTER TABLE "alarm_rule" ADD CONSTRAINT "alarm_rule_condition" CHECK (num_nulls("alarm_rule"."condition_metric", "alarm_rule"."condition_direction", "alarm_rule"."condition_limit") in (0, 3));
