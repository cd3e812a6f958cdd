-- Whoever turns something at the controller's panel is on site: a step without account and name. Each step says by which way it
-- was taken; the panel proves it once for each time the chain begins.
ALTER TABLE "alarm_step" ALTER "account_id" DROP NOT NULL, ALTER "actor_name" DROP NOT NULL, ADD "via" text;
CREATE UNIQUE INDEX "alarm_event_panel_once" ON "alarm_event" USING btree ("alarm_id","chain_from") WHERE via = 'panel';
