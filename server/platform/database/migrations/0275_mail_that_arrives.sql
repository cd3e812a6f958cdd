-- When a mailbox that answers was last sent a mail.
ALTER TABLE "alarm_way" ADD COLUMN "sent_at" timestamp with time zone;
