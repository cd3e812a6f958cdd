-- What is built into a house: fans by group, inlets, pads, heaters. Empty: what is usual for its type and size.
ALTER TABLE "house" ADD COLUMN "equipment" jsonb;
