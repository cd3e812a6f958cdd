-- Of two people who change a webhook at once, the second sees what the first did.
ALTER TABLE "webhook" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
