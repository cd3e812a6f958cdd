-- Since when what the nodes of a partition send is not stored: nobody holds it, or what came meanwhile is still being delivered.
ALTER TABLE node_partition ADD COLUMN waits_since timestamptz;
