-- What is added to the times of a device whose clock is wrong, and since what time of its own: a message that comes again
-- after a restart has the same time again, and is stored once.
ALTER TABLE "device_state" ADD COLUMN "clock_shift_ms" bigint NOT NULL DEFAULT 0;
ALTER TABLE "device_state" ADD COLUMN "clock_from_ms" bigint NOT NULL DEFAULT 0;
