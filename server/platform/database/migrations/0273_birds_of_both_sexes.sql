-- Birds are in a house while its flock has any by its records: females, or the males of breeders alone. Of a flock whose number
-- nobody said there may be some.
CREATE OR REPLACE FUNCTION has_birds(of_house text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
	farm text := coalesce(current_setting('app.farm', true), '');
	answer boolean;
BEGIN
	PERFORM set_config('app.farm', '*', true);
	answer := EXISTS (
		SELECT FROM flock f LEFT JOIN flock_sum s ON s.flock_id = f.id
		WHERE f.house_id = of_house AND f.ended_on IS NULL AND f.deleted_at IS NULL
			AND (f.placed_count IS NULL
				OR f.placed_count - f.sold_undated + coalesce(s.moved_in - s.dead - s.culled - s.sold - s.moved_out, 0) > 0
				OR coalesce(f.placed_males, 0) - coalesce(s.males_gone, 0) > 0));
	PERFORM set_config('app.farm', farm, true);
	RETURN answer;
END $$;
