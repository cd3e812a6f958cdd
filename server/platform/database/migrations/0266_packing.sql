-- How goods are packed, what they weigh, and what customs asks about them.
ALTER TABLE "good" ADD COLUMN "packing" jsonb DEFAULT '{"piecesPerCarton":null,"netKg":null,"grossKg":null,"volumeM3":null,"hsCode":"","origin":"","warrantyMonths":null}'::jsonb NOT NULL;
ALTER TABLE "good_variant" ADD COLUMN "packing" jsonb;
