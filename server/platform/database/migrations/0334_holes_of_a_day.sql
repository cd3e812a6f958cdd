-- What of a day on call was told already: hours of houses, or accounts. Null: of before, the whole day.
ALTER TABLE "reminder" ADD COLUMN "said" jsonb;
