-- A house's code is proven by its hash alone. What prints it again is sealed with the server's secret; the codes until now were not,
-- so that they go on proving and cannot be printed any more. Replaced ones are remembered by their hash: they prove nothing, and
-- say so. Whoever may print is reminded when a code has hung for long.
ALTER TABLE "house_code" ADD COLUMN "code_hash" text;
ALTER TABLE "house_code" ADD COLUMN "sealed_code" text;
ALTER TABLE "house_code" ADD COLUMN "old_hashes" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "house_code" ADD COLUMN "reminded_at" timestamp with time zone;
SELECT system_scope();
UPDATE "house_code" SET code_hash = encode(sha256(convert_to(code, 'UTF8')), 'hex');
ALTER TABLE "house_code" ALTER COLUMN "code_hash" SET NOT NULL;
ALTER TABLE "house_code" DROP COLUMN "code";
