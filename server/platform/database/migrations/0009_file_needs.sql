-- A file may show several things, each with a right of its own: whoever fetches it needs all of them.
ALTER TABLE "stored_file" ALTER COLUMN "needs" TYPE text[] USING ARRAY["needs"];
