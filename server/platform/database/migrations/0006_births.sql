-- The last births of each device as they were received.
CREATE TABLE "device_birth" (
	"device_id" text NOT NULL,
	"kind" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"topic" text NOT NULL,
	"size" integer NOT NULL,
	"payload" "bytea",
	CONSTRAINT "device_birth_device_id_kind_pk" PRIMARY KEY("device_id","kind")
);

ALTER TABLE "device_birth" ADD CONSTRAINT "device_birth_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "device_birth" ADD CONSTRAINT "device_birth_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "device_birth" ADD CONSTRAINT "device_birth_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "device_birth_scope" ON "device_birth" USING btree ("office_path");

-- Names of the metrics that reports of a house have room for, whoever brought them; NULL when the viewer may not see
-- its readings. Days tell of the past, what they do not hold yet is looked up in what they are made of.
CREATE FUNCTION house_metrics(asked_house text) RETURNS text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT chart_allowed(asked_house, NULL) THEN RETURN NULL; END IF;
  RETURN ARRAY(
    WITH used AS (
      SELECT layout FROM report_day WHERE house = asked_house
      UNION
      SELECT q.layout FROM chart_spans(asked_house, NULL, now() - interval '2 days', now() + interval '1 day') s
      JOIN report_15m q ON q.device = s.device AND q.bucket >= s.starts AND q.bucket < s.ends
      UNION
      SELECT r.layout FROM chart_spans(asked_house, NULL, now() - interval '1 hour', now() + interval '1 day') s
      JOIN report r ON r.device = s.device AND r.at >= s.starts AND r.at < s.ends
    )
    SELECT DISTINCT name FROM used JOIN report_layout l ON l.id = used.layout
    CROSS JOIN unnest(l.real_metrics || l.exact_metrics) name ORDER BY name);
END $$;
GRANT EXECUTE ON FUNCTION house_metrics TO smart_farm_app;
