-- What birds on the floor were placed on: litter used before gives off ammonia from the first hour. Null: nobody told.
ALTER TABLE "flock" ADD COLUMN "litter" text;
ALTER TABLE "house_now" ADD COLUMN "litter" text;

-- As before, and with the litter of the flock.
CREATE OR REPLACE FUNCTION put_flock_on_house(of_house text) RETURNS void LANGUAGE sql AS $$
	SELECT FROM house WHERE id = of_house FOR NO KEY UPDATE;
	WITH changed AS (
		UPDATE house_now n SET breed = coalesce(f.breed, n.breed), flock_started_on = f.placed_on, flock_hatched_on = f.hatched_on,
			flock_count = f.birds, flock_sold = f.sold, litter = f.litter
		FROM (SELECT 1) one LEFT JOIN LATERAL (
			SELECT k.breed, k.placed_on, k.hatched_on, k.litter, k.placed_count + r.moved_in AS birds,
				nullif(k.sold_undated + r.sold, 0) AS sold
			FROM flock k, LATERAL (
				SELECT coalesce(sum(n.moved_in), 0)::integer AS moved_in,
					(coalesce(sum(n.sold), 0) + coalesce(sum(n.moved_out), 0))::integer AS sold
				FROM flock_record n WHERE n.flock_id = k.id
			) r
			WHERE k.house_id = of_house AND k.ended_on IS NULL AND k.deleted_at IS NULL
		) f ON true
		WHERE n.house_id = of_house AND (n.breed, n.flock_started_on, n.flock_hatched_on, n.flock_count, n.flock_sold, n.litter)
			IS DISTINCT FROM (coalesce(f.breed, n.breed), f.placed_on, f.hatched_on, f.birds, f.sold, f.litter)
		RETURNING n.house_id
	)
	UPDATE house h SET version = h.version + 1 FROM changed WHERE h.id = changed.house_id
$$;
