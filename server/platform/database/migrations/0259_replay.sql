-- A ticket may open what a camera's own recorder kept of a time, instead of the live picture.
ALTER TABLE "live_ticket" ADD COLUMN "from_at" timestamp with time zone;
ALTER TABLE "live_ticket" ADD COLUMN "to_at" timestamp with time zone;
