-- Grave alarms by farms' own rules go along the chain too. Those that people were told of and that still stand begin theirs now.
UPDATE "alarm" SET "chain_from" = date_trunc('milliseconds', now()), "chain_at" = now()
	WHERE "condition" <> 'cleared' AND "live" AND "level" IN ('critical', 'emergency') AND "rung_at" IS NOT NULL
		AND "chain_from" IS NULL AND "handling" <> 'solved' AND starts_with("rule", 'farm rule ');
