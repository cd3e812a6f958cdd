-- The kind of machine that a repair is about: what spare parts are offered for it.
ALTER TABLE "repair" ADD COLUMN "machine_kind" text;
