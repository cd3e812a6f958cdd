-- The owner's log names the picture that somebody watched, played or turned.
ALTER TABLE "consent_log" ADD COLUMN "channel_name" text;
