-- What the chain of an alarm began with: whoever has just proven to be there is not rung at once for what gets worse.
ALTER TABLE "alarm" ADD COLUMN "chain_ring" text;
