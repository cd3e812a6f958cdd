-- Passwords and tokens of links in a mail that waits: sealed with APP_SECRET, forgotten with its delivery.
ALTER TABLE "mail" ADD COLUMN "sealed" text;
