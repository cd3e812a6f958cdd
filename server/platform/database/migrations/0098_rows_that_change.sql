-- A row of an import may change a record: what it does, and what stood in the cells that it changes.
ALTER TABLE "job_row" ADD COLUMN "change" jsonb;
