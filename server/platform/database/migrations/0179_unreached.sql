-- Messages that had nobody to go to: one row for what is not heard of an office, until somebody would hear it.
CREATE TABLE "unreached" (
	"office_id" text NOT NULL,
	"side" text NOT NULL,
	"business" text NOT NULL,
	"grants" text[] NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"logged_at" timestamp with time zone,
	CONSTRAINT "unreached_pkey" PRIMARY KEY("office_id","side","business"),
	CONSTRAINT "unreached_side" CHECK ("side" in ('provider', 'agent', 'farm'))
);
ALTER TABLE "unreached" ADD CONSTRAINT "unreached_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE cascade ON UPDATE no action;
