-- Long work, the rows an import waits with, and the files that come of it.
CREATE TABLE "job" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"list" text NOT NULL,
	"step" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"request" jsonb NOT NULL,
	"language" text NOT NULL,
	"time_zone" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"source" text,
	"summary" jsonb,
	"error" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
CREATE TABLE "job_row" (
	"job_id" text NOT NULL,
	"row" integer NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"found" jsonb NOT NULL,
	"values" jsonb NOT NULL,
	"faults" jsonb,
	CONSTRAINT "job_row_job_id_row_pk" PRIMARY KEY("job_id","row")
);
CREATE TABLE "stored_file" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"job_id" text,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"needs" text NOT NULL,
	"scope_lo" text NOT NULL,
	"scope_farm" text NOT NULL,
	"shared" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);

ALTER TABLE "job" ADD CONSTRAINT "job_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "job" ADD CONSTRAINT "job_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "job_row" ADD CONSTRAINT "job_row_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "job_row" ADD CONSTRAINT "job_row_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "job_account" ON "job" USING btree ("account_id","created_at");
CREATE INDEX "job_expires" ON "job" USING btree ("expires_at");
CREATE INDEX "stored_file_job" ON "stored_file" USING btree ("job_id");
CREATE INDEX "stored_file_expires" ON "stored_file" USING btree ("expires_at");
