-- Cameras, their channels, and the rights to open one live picture.
CREATE TABLE "camera" (
	"id" text PRIMARY KEY NOT NULL,
	"office_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"code" text NOT NULL,
	"code_key" text NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'rtsp' NOT NULL,
	"address" text NOT NULL,
	"source" text NOT NULL,
	"has_credentials" boolean DEFAULT false NOT NULL,
	"transport" text DEFAULT 'tcp' NOT NULL,
	"remote_ip" text NOT NULL,
	"remote_port" integer NOT NULL,
	"status" text DEFAULT 'UNACTIVE' NOT NULL,
	"status_since" timestamp with time zone DEFAULT now() NOT NULL,
	"last_keep_alive_at" timestamp with time zone,
	"probed_at" timestamp with time zone,
	"fault" text,
	"fault_detail" text,
	"codec" text,
	"width" integer,
	"height" integer,
	"frames_per_second" real,
	"test_asked_at" timestamp with time zone,
	"test_ended_at" timestamp with time zone,
	"test_steps" jsonb,
	"channel_count" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "camera_port" CHECK ("camera"."remote_port" between 1 and 65535)
);
CREATE TABLE "camera_channel" (
	"id" text PRIMARY KEY NOT NULL,
	"camera_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"farm_path" text COLLATE "C" NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"house_id" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"status" text DEFAULT 'UNACTIVE' NOT NULL,
	"fault" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "camera_channel_number" CHECK ("camera_channel"."number" > 0)
);
CREATE TABLE "live_ticket" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_hash" text NOT NULL,
	"channel_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
ALTER TABLE "camera" ADD CONSTRAINT "camera_office_id_office_id_fk" FOREIGN KEY ("office_id") REFERENCES "public"."office"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "camera" ADD CONSTRAINT "camera_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "camera" ADD CONSTRAINT "camera_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "camera_channel" ADD CONSTRAINT "camera_channel_camera_id_camera_id_fk" FOREIGN KEY ("camera_id") REFERENCES "public"."camera"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "camera_channel" ADD CONSTRAINT "camera_channel_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "camera_channel" ADD CONSTRAINT "camera_channel_farm_path_office_path_fk" FOREIGN KEY ("farm_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
-- A house that moves to another part of its farm takes its channels along. Deferred: when a branch moves, house and channel are
-- told one after the other.
ALTER TABLE "camera_channel" ADD CONSTRAINT "camera_channel_house" FOREIGN KEY ("house_id","office_path") REFERENCES "public"."house"("id","office_path") ON DELETE cascade ON UPDATE cascade DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "live_ticket" ADD CONSTRAINT "live_ticket_channel_id_camera_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."camera_channel"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "camera_code" ON "camera" USING btree ("farm_path","code_key");
CREATE INDEX "camera_scope" ON "camera" USING btree ("office_path","created_at");
CREATE INDEX "camera_office" ON "camera" USING btree ("office_id","name");
CREATE UNIQUE INDEX "camera_channel_of_camera" ON "camera_channel" USING btree ("camera_id","number");
CREATE INDEX "camera_channel_scope" ON "camera_channel" USING btree ("office_path");
CREATE INDEX "camera_channel_of_house" ON "camera_channel" USING btree ("house_id","office_path") WHERE house_id is not null;
CREATE INDEX "camera_channel_farm" ON "camera_channel" USING btree ("farm_path");
CREATE INDEX "live_ticket_channel" ON "live_ticket" USING btree ("channel_id");

CREATE TRIGGER camera_farm BEFORE INSERT ON "camera" FOR EACH ROW EXECUTE FUNCTION take_farm_path();
CREATE TRIGGER camera_channel_farm BEFORE INSERT ON "camera_channel" FOR EACH ROW EXECUTE FUNCTION take_farm_path();

-- A channel belongs to the part of the farm that has its house, which need not see the camera, and the other way round.
-- What one tells of the other is therefore kept in the system's scope.
CREATE FUNCTION tell_camera_channels() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	lo text := coalesce(current_setting('app.lo', true), '');
	hi text := coalesce(current_setting('app.hi', true), '');
	farm text := coalesce(current_setting('app.farm', true), '');
BEGIN
	PERFORM set_config('app.lo', '1.', true), set_config('app.hi', '1/', true), set_config('app.farm', '*', true);
	UPDATE camera_channel SET status = NEW.status, fault = NEW.fault
	WHERE camera_id = NEW.id AND (status, fault) IS DISTINCT FROM (NEW.status, NEW.fault);
	PERFORM set_config('app.lo', lo, true), set_config('app.hi', hi, true), set_config('app.farm', farm, true);
	RETURN NULL;
END $$;
CREATE TRIGGER camera_told AFTER UPDATE ON "camera" FOR EACH ROW
	WHEN ((OLD.status, OLD.fault) IS DISTINCT FROM (NEW.status, NEW.fault)) EXECUTE FUNCTION tell_camera_channels();

CREATE FUNCTION count_camera_channels() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	lo text := coalesce(current_setting('app.lo', true), '');
	hi text := coalesce(current_setting('app.hi', true), '');
	farm text := coalesce(current_setting('app.farm', true), '');
	of_camera text := CASE TG_OP WHEN 'DELETE' THEN OLD.camera_id ELSE NEW.camera_id END;
BEGIN
	PERFORM set_config('app.lo', '1.', true), set_config('app.hi', '1/', true), set_config('app.farm', '*', true);
	UPDATE camera SET channel_count = (SELECT count(*) FROM camera_channel c WHERE c.camera_id = of_camera) WHERE id = of_camera;
	PERFORM set_config('app.lo', lo, true), set_config('app.hi', hi, true), set_config('app.farm', farm, true);
	RETURN NULL;
END $$;
CREATE TRIGGER camera_counted AFTER INSERT OR DELETE ON "camera_channel" FOR EACH ROW EXECUTE FUNCTION count_camera_channels();
