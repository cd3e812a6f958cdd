-- Who applied for a repair follows it: sees the visit and the record, adds to it, and cancels their own.
UPDATE "role" SET "permissions" = (
	SELECT jsonb_agg(CASE WHEN held ->> 'permissionId' = 'device_repair_client_list' AND NOT held -> 'actionList' ? 'get'
		THEN jsonb_set(held, '{actionList}', held -> 'actionList' || '["get"]') ELSE held END ORDER BY place)
	FROM jsonb_array_elements("permissions") WITH ORDINALITY AS listed(held, place))
	WHERE "built_in" AND "english_name" = 'Farm worker';
