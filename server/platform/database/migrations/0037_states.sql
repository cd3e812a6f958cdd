-- Numbers of the latest state stand at the places of their layout: writing each with its name cost a report's work many
-- times over. What is no number stays in "values", and so does what was saved before, until it is saved again.
ALTER TABLE device_state ADD COLUMN layout integer;
ALTER TABLE device_state ADD COLUMN numbers bytea;
ALTER TABLE device_state ADD COLUMN times bytea;
