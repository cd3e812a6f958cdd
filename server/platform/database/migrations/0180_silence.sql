-- An installation that was restored from a backup tells nobody anything until it is told that it is the real one.
CREATE TABLE "silence" (
	"id" text PRIMARY KEY NOT NULL,
	"began_at" timestamp with time zone DEFAULT now() NOT NULL,
	"backup" text,
	"backed_up_at" timestamp with time zone,
	"held_back" jsonb NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text
);
CREATE UNIQUE INDEX "silence_standing" ON "silence" USING btree ((ended_at is null)) WHERE ended_at is null;
