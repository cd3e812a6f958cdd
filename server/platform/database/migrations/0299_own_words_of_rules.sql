-- What a farm wants done when its own rule rings, in its own words; empty: as usual for what the rule watches.
ALTER TABLE "alarm_rule" ADD "action" text DEFAULT '' NOT NULL;
