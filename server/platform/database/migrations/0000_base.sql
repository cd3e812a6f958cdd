-- Offices, accounts, houses, devices, histories: printed by drizzle-kit from server/database/tables.
CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"office_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"email" text,
	"email_key" text,
	"password_hash" text NOT NULL,
	"kind" integer NOT NULL,
	"actual_name" text NOT NULL,
	"phone" text,
	"language" text,
	"time_zone" text,
	"units" text DEFAULT 'metric' NOT NULL,
	"disabled_at" timestamp with time zone,
	"last_active_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "account_kind" CHECK ("account"."kind" in (1, 2, 3))
);

CREATE TABLE "account_role" (
	"account_id" text NOT NULL,
	"role_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	CONSTRAINT "account_role_account_id_role_id_pk" PRIMARY KEY("account_id","role_id")
);

CREATE TABLE "office" (
	"id" text PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "office_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"parent_id" text,
	"path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C",
	"kind" text NOT NULL,
	"chinese_name" text NOT NULL,
	"english_name" text NOT NULL,
	"logo" text,
	"time_zone" text NOT NULL,
	"placement_day" integer DEFAULT 0 NOT NULL,
	"farm_access_until" timestamp with time zone,
	"remote_control_until" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "office_number_unique" UNIQUE("number"),
	CONSTRAINT "office_path_unique" UNIQUE("path"),
	CONSTRAINT "office_path_form" CHECK ("office"."path" ~ '^([0-9]+\.)+$'),
	CONSTRAINT "office_placement_day" CHECK ("office"."placement_day" in (0, 1))
);

CREATE TABLE "role" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"chinese_name" text NOT NULL,
	"english_name" text NOT NULL,
	"kind" integer NOT NULL,
	"built_in" boolean DEFAULT false NOT NULL,
	"permissions" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "session" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"ip" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);

CREATE TABLE "device" (
	"id" text PRIMARY KEY NOT NULL,
	"serial" integer GENERATED ALWAYS AS IDENTITY (sequence name "device_serial_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"office_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"type" text NOT NULL,
	"code" text NOT NULL,
	"code_key" text NOT NULL,
	"name" text NOT NULL,
	"gateway_id" text,
	"credential_hash" text,
	"status" text DEFAULT 'UNACTIVE' NOT NULL,
	"status_since" timestamp with time zone DEFAULT now() NOT NULL,
	"status_reason" text,
	"last_message_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "device_serial_unique" UNIQUE("serial")
);

CREATE TABLE "device_connection" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_connection_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"event" text NOT NULL,
	"detail" text
);

CREATE TABLE "device_state" (
	"device_id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"values" jsonb NOT NULL,
	"birth" jsonb,
	"born_at" timestamp with time zone,
	"saved_at" timestamp with time zone NOT NULL
);

CREATE TABLE "house" (
	"id" text PRIMARY KEY NOT NULL,
	"office_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"length_m" real NOT NULL,
	"width_m" real NOT NULL,
	"height_m" real NOT NULL,
	"time_zone" text,
	"latitude" double precision,
	"longitude" double precision,
	"breed" text,
	"flock_started_on" date,
	"flock_count" integer,
	"state" text DEFAULT 'offline' NOT NULL,
	"state_since" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "house_size" CHECK ("house"."length_m" > 0 and "house"."width_m" > 0 and "house"."height_m" > 0),
	CONSTRAINT "house_flock" CHECK ("house"."flock_count" is null or "house"."flock_count" >= 0)
);

CREATE TABLE "house_device" (
	"id" text PRIMARY KEY NOT NULL,
	"house_id" text NOT NULL,
	"device_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"to" timestamp with time zone,
	CONSTRAINT "house_device_order" CHECK ("house_device"."to" is null or "house_device"."to" > "house_device"."from")
);

CREATE TABLE "quarantine" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quarantine_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"topic" text NOT NULL,
	"reason" text NOT NULL,
	"size" integer NOT NULL,
	"payload" "bytea" NOT NULL
);

CREATE TABLE "text_reading" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "text_reading_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"metric" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"value" text
);

CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);

CREATE TABLE "login_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"platform" text NOT NULL,
	"operation" text NOT NULL,
	"ip" text
);

CREATE TABLE "notice_message" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"title" jsonb NOT NULL,
	"level" text NOT NULL,
	"message_type" text NOT NULL,
	"business_type" text NOT NULL,
	"subject_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone
);

CREATE TABLE "operation_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operation_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"subject_path" text COLLATE "C" NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"module" text NOT NULL,
	"type" text NOT NULL,
	"description" jsonb NOT NULL,
	"ip" text,
	"before" jsonb,
	"after" jsonb
);

ALTER TABLE "account" ADD CONSTRAINT "account_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "account" ADD CONSTRAINT "account_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "account_role" ADD CONSTRAINT "account_role_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "account_role" ADD CONSTRAINT "account_role_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "account_role" ADD CONSTRAINT "account_role_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "office" ADD CONSTRAINT "office_parent_id_office_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."office"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "role" ADD CONSTRAINT "role_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "session" ADD CONSTRAINT "session_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "device" ADD CONSTRAINT "device_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "device" ADD CONSTRAINT "device_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "device_connection" ADD CONSTRAINT "device_connection_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "device_connection" ADD CONSTRAINT "device_connection_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "device_state" ADD CONSTRAINT "device_state_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "device_state" ADD CONSTRAINT "device_state_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "device_state" ADD CONSTRAINT "device_state_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "house" ADD CONSTRAINT "house_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "house" ADD CONSTRAINT "house_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "house_device" ADD CONSTRAINT "house_device_house_id_house_id_fk" FOREIGN KEY ("house_id") REFERENCES "public"."house"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "house_device" ADD CONSTRAINT "house_device_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "house_device" ADD CONSTRAINT "house_device_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "text_reading" ADD CONSTRAINT "text_reading_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "text_reading" ADD CONSTRAINT "text_reading_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "text_reading" ADD CONSTRAINT "text_reading_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "login_log" ADD CONSTRAINT "login_log_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "login_log" ADD CONSTRAINT "login_log_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "notice_message" ADD CONSTRAINT "notice_message_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notice_message" ADD CONSTRAINT "notice_message_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "operation_history" ADD CONSTRAINT "operation_history_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "operation_history" ADD CONSTRAINT "operation_history_subject_path_office_path_fk" FOREIGN KEY ("subject_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE UNIQUE INDEX "account_username" ON "account" USING btree ("username_key") WHERE "account"."deleted_at" is null;
CREATE UNIQUE INDEX "account_email" ON "account" USING btree ("email_key") WHERE "account"."deleted_at" is null;
CREATE INDEX "account_office" ON "account" USING btree ("office_path");
CREATE INDEX "office_parent" ON "office" USING btree ("parent_id");
CREATE INDEX "role_office" ON "role" USING btree ("office_path");
CREATE INDEX "session_account" ON "session" USING btree ("account_id");
CREATE UNIQUE INDEX "device_code" ON "device" USING btree ("code_key") WHERE "device"."deleted_at" is null;
CREATE INDEX "device_scope" ON "device" USING btree ("office_path","created_at");
CREATE INDEX "device_created" ON "device" USING btree ("created_at");
CREATE INDEX "device_gateway" ON "device" USING btree ("gateway_id");
CREATE INDEX "device_office" ON "device" USING btree ("office_id","name");
CREATE INDEX "device_connection_device" ON "device_connection" USING btree ("device_id","at");
CREATE INDEX "device_state_scope" ON "device_state" USING btree ("office_path");
CREATE INDEX "house_scope" ON "house" USING btree ("office_path","created_at");
CREATE INDEX "house_device_house" ON "house_device" USING btree ("house_id","from");
CREATE INDEX "house_device_device" ON "house_device" USING btree ("device_id","from");
CREATE INDEX "quarantine_device" ON "quarantine" USING btree ("device_id","at");
CREATE UNIQUE INDEX "text_reading_key" ON "text_reading" USING btree ("device_id","metric","at");
CREATE INDEX "login_log_account" ON "login_log" USING btree ("account_id","at");
CREATE INDEX "login_log_scope" ON "login_log" USING btree ("office_path","at");
CREATE INDEX "notice_message_account" ON "notice_message" USING btree ("account_id","read_at","created_at");
CREATE INDEX "operation_history_scope" ON "operation_history" USING btree ("office_path","at");
CREATE INDEX "operation_history_subject" ON "operation_history" USING btree ("subject_path","at");
