-- A note that a phone kept without network is sent with a key of its own: sent again, it stays one.
ALTER TABLE "record_entry" ADD COLUMN "sent_id" text;
ALTER TABLE "record_entry" ADD CONSTRAINT "record_entry_sent_once" UNIQUE ("account_id", "sent_id");
