-- A gateway gets its credential by a code from its page: one code at a time, usable once and for minutes, of which only a hash is kept.
CREATE TABLE "gateway_pairing" (
	"device_id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"used_from" text,
	"used_by" text,
	"paired_at" timestamp with time zone,
	CONSTRAINT "gateway_pairing_code_hash_unique" UNIQUE("code_hash"),
	CONSTRAINT "gateway_pairing_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action,
	CONSTRAINT "gateway_pairing_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade
);
CREATE INDEX "gateway_pairing_scope" ON "gateway_pairing" USING btree ("office_path");
