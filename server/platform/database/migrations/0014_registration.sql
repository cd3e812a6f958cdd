-- Applications for a trial, and who asked for a new password: the server's own, no call reads them.
CREATE TABLE "application" (
	"id" text PRIMARY KEY NOT NULL,
	"email_key" text NOT NULL,
	"address_key" text NOT NULL,
	"token_hash" text,
	"form" jsonb NOT NULL,
	"password_hash" text NOT NULL,
	"statement" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"office_id" text,
	CONSTRAINT "application_token_hash_unique" UNIQUE("token_hash")
);
CREATE TABLE "password_request" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "password_request_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email_key" text NOT NULL,
	"address_key" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE "application" ADD CONSTRAINT "application_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "application_email" ON "application" USING btree ("email_key","created_at");
CREATE INDEX "application_address" ON "application" USING btree ("address_key","created_at");
CREATE INDEX "password_request_at" ON "password_request" USING btree ("at");

-- A confirmed application becomes a node of the tree, whose path holds its number.
GRANT USAGE ON SEQUENCE office_number_seq TO smart_farm_app;
