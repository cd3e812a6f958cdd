-- What the provider offers for an inquiry, line by line: an order that is made of it keeps these prices.
ALTER TABLE "inquiry" ADD COLUMN "quotation" jsonb;
