-- A farm's rule may be about a figure of a flock: the subject of its alarm is then the flock and no device.
ALTER TABLE "alarm" DROP CONSTRAINT IF EXISTS "alarm_subject_id_device_id_fk";
