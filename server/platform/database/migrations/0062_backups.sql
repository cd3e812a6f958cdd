-- Backups that were not made, with the reason; those that were made tell of themselves in their folder.
CREATE TABLE "backup_failure" (
	"id" text PRIMARY KEY NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text NOT NULL,
	"detail" text NOT NULL
);
