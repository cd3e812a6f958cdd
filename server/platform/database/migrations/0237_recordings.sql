-- Recordings: clips of alarms and of what somebody cut, links to them, and a picture of a channel every few minutes.
ALTER TABLE "camera_channel" ADD COLUMN "records" boolean DEFAULT false NOT NULL;
ALTER TABLE "camera_channel" ADD COLUMN "films" boolean DEFAULT false NOT NULL;
CREATE TABLE "camera_clip" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"channel_id" text,
	"channel_name" text NOT NULL,
	"house_id" text,
	"name" text DEFAULT '' NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"to_at" timestamp with time zone NOT NULL,
	"alarm_at" timestamp with time zone,
	"state" text DEFAULT 'waiting' NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"is_kept" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "camera_clip_place" UNIQUE("id","office_path"),
	CONSTRAINT "camera_clip_span" CHECK ("camera_clip"."from_at" < "camera_clip"."to_at")
);
CREATE TABLE "clip_link" (
	"id" text PRIMARY KEY NOT NULL,
	"clip_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"token_hash" text NOT NULL,
	"for_whom" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"views" integer DEFAULT 0 NOT NULL,
	"viewed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE "film_ticket" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_hash" text NOT NULL,
	"clip_id" text,
	"channel_id" text,
	"pictures" bigint[],
	"expires_at" timestamp with time zone NOT NULL
);
CREATE TABLE "film_picture" (
	"channel_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"bytes" integer NOT NULL,
	"shape" text NOT NULL,
	CONSTRAINT "film_picture_channel_id_at_pk" PRIMARY KEY("channel_id","at")
);
CREATE TABLE "camera_recorder" (
	"id" integer PRIMARY KEY NOT NULL,
	"process_id" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"ring_bytes" bigint DEFAULT 0 NOT NULL,
	"channels" integer DEFAULT 0 NOT NULL,
	"stopped" text
);
ALTER TABLE "camera_clip" ADD CONSTRAINT "camera_clip_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "camera_clip" ADD CONSTRAINT "camera_clip_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "camera_clip" ADD CONSTRAINT "camera_clip_channel_id_camera_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."camera_channel"("id") ON DELETE set null ON UPDATE no action;
-- A house that moves to another part of its farm takes its clips along, and they their links.
ALTER TABLE "camera_clip" ADD CONSTRAINT "camera_clip_house" FOREIGN KEY ("house_id","office_path") REFERENCES "public"."house"("id","office_path") ON DELETE cascade ON UPDATE cascade DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "clip_link" ADD CONSTRAINT "clip_link_clip" FOREIGN KEY ("clip_id","office_path") REFERENCES "public"."camera_clip"("id","office_path") ON DELETE cascade ON UPDATE cascade DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "clip_link" ADD CONSTRAINT "clip_link_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "film_ticket" ADD CONSTRAINT "film_ticket_clip_id_camera_clip_id_fk" FOREIGN KEY ("clip_id") REFERENCES "public"."camera_clip"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "film_ticket" ADD CONSTRAINT "film_ticket_channel_id_camera_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."camera_channel"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "film_picture" ADD CONSTRAINT "film_picture_channel_id_camera_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."camera_channel"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "camera_clip_scope" ON "camera_clip" USING btree ("office_path","from_at");
CREATE INDEX "camera_clip_farm" ON "camera_clip" USING btree ("farm_path");
CREATE INDEX "camera_clip_house_at" ON "camera_clip" USING btree ("house_id","office_path","from_at");
CREATE INDEX "camera_clip_channel" ON "camera_clip" USING btree ("channel_id","from_at");
CREATE INDEX "camera_clip_waiting" ON "camera_clip" USING btree ("to_at") WHERE state = 'waiting';
CREATE UNIQUE INDEX "clip_link_token" ON "clip_link" USING btree ("token_hash");
CREATE INDEX "clip_link_of_clip" ON "clip_link" USING btree ("clip_id","office_path");
CREATE INDEX "clip_link_scope" ON "clip_link" USING btree ("office_path");
CREATE INDEX "clip_link_farm" ON "clip_link" USING btree ("farm_path");
CREATE INDEX "film_ticket_clip" ON "film_ticket" USING btree ("clip_id");
CREATE INDEX "film_ticket_channel" ON "film_ticket" USING btree ("channel_id");
CREATE INDEX "film_picture_at" ON "film_picture" USING btree ("at");

CREATE TRIGGER camera_clip_farm BEFORE INSERT ON "camera_clip" FOR EACH ROW EXECUTE FUNCTION take_farm_path();
CREATE TRIGGER clip_link_farm BEFORE INSERT ON "clip_link" FOR EACH ROW EXECUTE FUNCTION take_farm_path();
