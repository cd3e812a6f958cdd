-- How often a gateway that connects only to report does so; null for one that stays connected.
ALTER TABLE "device" ADD COLUMN "reports_every_s" integer;

-- What the farms of the houses allow that the devices behind a gateway serve, for those that have set it.
CREATE FUNCTION silence_limits(gateway text) RETURNS TABLE (device_id text, warning_s integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM system_scope();
  RETURN QUERY SELECT hd.device_id, max(n.no_data_warning_s)
    FROM device d
    JOIN house_device hd ON hd.device_id = d.id AND hd."to" IS NULL
    JOIN house_now n ON n.house_id = hd.house_id
    WHERE (d.id = gateway OR d.gateway_id = gateway) AND n.no_data_warning_s IS NOT NULL
    GROUP BY hd.device_id;
END $$;
GRANT EXECUTE ON FUNCTION silence_limits TO smart_farm_ingest;
