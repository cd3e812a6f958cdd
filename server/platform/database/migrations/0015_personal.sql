-- What people keep of themselves: sessions that can be named, tokens for programs, second factors.
ALTER TABLE "session" ADD COLUMN "id" text DEFAULT gen_random_uuid()::text NOT NULL;
CREATE UNIQUE INDEX "session_id" ON "session" USING btree ("id");

CREATE TABLE "api_token" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
CREATE TABLE "second_factor" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"secret" text,
	"last_step" bigint,
	"credential_id" text,
	"public_key" text,
	"counter" bigint,
	"transports" text[],
	"confirmed_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "second_factor_kind" CHECK ("second_factor"."kind" in ('totp', 'passkey'))
);
CREATE TABLE "recovery_code" (
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_code_account_id_code_hash_pk" PRIMARY KEY("account_id","code_hash")
);
CREATE TABLE "passkey_challenge" (
	"challenge" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);

ALTER TABLE "api_token" ADD CONSTRAINT "api_token_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE UNIQUE INDEX "api_token_hash" ON "api_token" USING btree ("token_hash");
CREATE INDEX "api_token_account" ON "api_token" USING btree ("account_id");
CREATE INDEX "second_factor_account" ON "second_factor" USING btree ("account_id");
CREATE UNIQUE INDEX "second_factor_totp" ON "second_factor" USING btree ("account_id") WHERE kind = 'totp';
CREATE UNIQUE INDEX "second_factor_credential" ON "second_factor" USING btree ("credential_id");

-- Both change what open sockets may see.
CREATE TRIGGER access_ended AFTER DELETE ON api_token FOR EACH ROW EXECUTE FUNCTION tell_access('account_id');
CREATE TRIGGER access_changed AFTER UPDATE OF permissions, expires_at ON api_token FOR EACH ROW
  EXECUTE FUNCTION tell_access('account_id');
CREATE TRIGGER access_given AFTER INSERT OR DELETE ON second_factor FOR EACH ROW
  EXECUTE FUNCTION tell_access('account_id');
CREATE TRIGGER access_changed AFTER UPDATE OF confirmed_at ON second_factor FOR EACH ROW
  EXECUTE FUNCTION tell_access('account_id');
