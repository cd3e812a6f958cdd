-- What a flock was sold for and what it cost beside its feed, entered before or after it is closed.
CREATE TABLE "flock_account" (
	"flock_id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"currency" text NOT NULL,
	"lots" jsonb DEFAULT '[]' NOT NULL,
	"eggs" jsonb DEFAULT '[]' NOT NULL,
	"costs" jsonb DEFAULT '[]' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE "flock_account" ADD CONSTRAINT "flock_account_flock_id_flock_id_fk" FOREIGN KEY ("flock_id") REFERENCES "public"."flock"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "flock_account" ADD CONSTRAINT "flock_account_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "flock_account" ADD CONSTRAINT "flock_account_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "flock_account_scope" ON "flock_account" USING btree ("office_path");
CREATE INDEX "flock_account_farm" ON "flock_account" USING btree ("farm_path");
