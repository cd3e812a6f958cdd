-- What drizzle cannot say.
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- No device serves two houses at a time, nor one house twice.
ALTER TABLE house_device ADD CONSTRAINT house_device_once
  EXCLUDE USING gist (device_id WITH =, tstzrange("from", "to") WITH &&);

-- Search by a part of the name or code.
CREATE INDEX device_search ON device USING gin (code gin_trgm_ops, name gin_trgm_ops);
CREATE INDEX house_search ON house USING gin (name gin_trgm_ops);
CREATE INDEX office_search ON office USING gin (chinese_name gin_trgm_ops, english_name gin_trgm_ops);
