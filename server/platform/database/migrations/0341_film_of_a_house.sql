-- A picture of a film belongs to the house that its channel showed then. Of those before, the house of today is all that is known.
ALTER TABLE "film_picture" ADD COLUMN "house_id" text;
UPDATE film_picture SET house_id = c.house_id FROM camera_channel c WHERE c.id = channel_id;
