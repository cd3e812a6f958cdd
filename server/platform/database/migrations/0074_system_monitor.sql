-- What the server keeps of itself, every minute for a week. Nothing of it belongs to an office.
CREATE TABLE "system_process" (
	"id" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"version" text NOT NULL,
	"node" text NOT NULL,
	"schema" text NOT NULL,
	"certificates" jsonb DEFAULT '[]' NOT NULL,
	"rounds" jsonb DEFAULT '[]' NOT NULL
);
CREATE TABLE "system_minute" (
	"at" timestamp with time zone NOT NULL,
	"process_id" text NOT NULL,
	"seconds" real NOT NULL,
	"messages" integer NOT NULL,
	"values" integer NOT NULL,
	"calls" integer NOT NULL,
	"quarantined" integer NOT NULL,
	"queue_bytes" bigint NOT NULL,
	"oldest_ms" integer NOT NULL,
	"commit_p99" real,
	"acknowledge_p99" real,
	"gateways" integer NOT NULL,
	"sockets" integer NOT NULL,
	"loop_p99" real NOT NULL,
	"memory" bigint NOT NULL,
	"cpu" real NOT NULL,
	"database_bytes" bigint,
	"disk_free" bigint,
	"disk_total" bigint,
	CONSTRAINT "system_minute_at_process_id_pk" PRIMARY KEY("at","process_id")
);
ALTER TABLE "system_minute" ADD CONSTRAINT "system_minute_process_id_system_process_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."system_process"("id") ON DELETE cascade ON UPDATE no action;
-- The newest minute of a process, and its rows when it is forgotten.
CREATE INDEX "system_minute_process" ON "system_minute" USING btree ("process_id","at");
-- Sizes are measured now and then.
CREATE INDEX "system_minute_measured" ON "system_minute" USING btree ("at") WHERE disk_free is not null;
-- How often calls took how long, by the hour: of all processes together, since they add up.
CREATE TABLE "system_route" (
	"hour" timestamp with time zone NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"counts" integer[] NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "system_route_hour_method_route_pk" PRIMARY KEY("hour","method","route")
);
CREATE TABLE "system_alarm" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cleared_at" timestamp with time zone
);
-- One event is told once, whichever process sees it first.
CREATE UNIQUE INDEX "system_alarm_standing" ON "system_alarm" USING btree ("kind","subject") WHERE cleared_at is null;
