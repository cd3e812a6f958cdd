-- Cameras and recorders that sign in here themselves (GB/T 28181): known by an id of 20 digits, once in the installation, and
-- without an address until they have called.
ALTER TABLE "camera" ADD COLUMN "gb_id" text;
ALTER TABLE "camera" ADD COLUMN "gb" jsonb;
ALTER TABLE "camera" DROP CONSTRAINT "camera_port";
ALTER TABLE "camera" ADD CONSTRAINT "camera_port" CHECK ("camera"."remote_port" between 0 and 65535);
CREATE UNIQUE INDEX "camera_gb" ON "camera" USING btree ("gb_id") WHERE gb_id is not null;
