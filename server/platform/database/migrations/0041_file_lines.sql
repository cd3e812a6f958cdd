-- A file is one line of the operation history, written when the file is done: what it says, and from which address it was
-- asked for, is kept with the job until then.
ALTER TABLE "job" ADD COLUMN "told" jsonb;
-- What an import wrote is told by the line of its file; each row keeps its own line, which says of which file it is part.
ALTER TABLE "operation_history" ADD COLUMN "part_of" text;

-- What was imported before belongs to the import that its operator had confirmed last.
ALTER TABLE "operation_history" NO FORCE ROW LEVEL SECURITY;
WITH confirmed AS (
  SELECT actor_id, record_id, at, lead(at, 1, 'infinity') OVER (PARTITION BY actor_id ORDER BY at, id) AS until
    FROM "operation_history" WHERE module = 'jobs' AND type = 'confirm'
)
UPDATE "operation_history" h SET part_of = c.record_id FROM confirmed c
  WHERE h.actor_id = c.actor_id AND h.at >= c.at AND h.at < c.until AND h.type = 'create' AND h.ip = '';
ALTER TABLE "operation_history" FORCE ROW LEVEL SECURITY;

CREATE INDEX "operation_history_part" ON "operation_history" USING btree ("part_of","at") WHERE "part_of" IS NOT NULL;
