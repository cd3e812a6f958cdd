-- Cameras of ONVIF tell what they are, which streams each picture has and whether it can be turned. A small stream serves tiles.
ALTER TABLE "camera" ADD COLUMN "onvif" jsonb;
ALTER TABLE "camera_channel" ADD COLUMN "sub_path" text DEFAULT '' NOT NULL;
ALTER TABLE "camera_channel" ADD COLUMN "can_move" boolean DEFAULT false NOT NULL;
ALTER TABLE "live_ticket" ADD COLUMN "stream" text DEFAULT 'main' NOT NULL;
