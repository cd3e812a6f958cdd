-- What a message in quarantine held, in a farm table: it may hold readings.
CREATE TABLE "quarantine_payload" (
	"quarantine_id" bigint PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"payload" bytea NOT NULL
);
INSERT INTO "quarantine_payload"
SELECT q.id, q.office_path, coalesce(o.farm_path, q.office_path), q.payload
FROM "quarantine" q JOIN "office" o ON o.path = q.office_path;
ALTER TABLE "quarantine_payload" ADD CONSTRAINT "quarantine_payload_quarantine_id_quarantine_id_fk" FOREIGN KEY ("quarantine_id") REFERENCES "public"."quarantine"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "quarantine_payload" ADD CONSTRAINT "quarantine_payload_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "quarantine_payload" ADD CONSTRAINT "quarantine_payload_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "quarantine_payload_scope" ON "quarantine_payload" USING btree ("office_path");
ALTER TABLE "quarantine" DROP COLUMN "payload";
-- A message and what it held get one number, in one statement.
GRANT USAGE ON SEQUENCE quarantine_id_seq TO smart_farm_ingest;
