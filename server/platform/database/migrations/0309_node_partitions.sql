-- Behind an outside broker each edge node belongs to a partition, and a partition to the process of the server that stores what
-- its nodes send. A process that has not said for some seconds that it lives gives its partitions up to the others.
CREATE TABLE ingest_process (
	id text PRIMARY KEY,
	seen_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE node_partition (
	number int PRIMARY KEY,
	holder text REFERENCES ingest_process (id) ON DELETE SET NULL
);
CREATE INDEX node_partition_holder ON node_partition (holder);
