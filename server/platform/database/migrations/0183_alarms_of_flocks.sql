-- An alarm may be about a flock: its subject is then the flock and no device.
ALTER TABLE "alarm" DROP CONSTRAINT "alarm_subject_id_device_id_fk";
