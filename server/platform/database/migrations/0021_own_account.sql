-- When somebody last proved who they are, in this session: by signing in, or when they were asked again.
ALTER TABLE "session" ADD COLUMN "proved_at" timestamp with time zone DEFAULT now() NOT NULL;
UPDATE "session" SET "proved_at" = "created_at";

-- A new e-mail address of an account, until the link that was mailed to it is opened.
CREATE TABLE "email_change" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "email_change_token_hash_unique" UNIQUE("token_hash")
);
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "email_change_account" ON "email_change" USING btree ("account_id","created_at");
