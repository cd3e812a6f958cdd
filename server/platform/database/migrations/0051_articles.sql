-- What the provider writes for farms to read, in six families over one engine, with the categories of each.
CREATE TABLE "category" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"family" text NOT NULL,
	"chinese_name" text NOT NULL,
	"english_name" text NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "category_named" CHECK ("category"."chinese_name" <> '' or "category"."english_name" <> '')
);
ALTER TABLE "category" ADD CONSTRAINT "category_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "category_family" ON "category" USING btree ("family","position");

CREATE TABLE "article" (
	"id" text PRIMARY KEY NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"family" text NOT NULL,
	"category_id" text,
	"chinese_title" text NOT NULL,
	"chinese_subtitle" text NOT NULL,
	"chinese_content" text NOT NULL,
	"chinese_changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"english_title" text NOT NULL,
	"english_subtitle" text NOT NULL,
	"english_content" text NOT NULL,
	"english_changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"original" text NOT NULL,
	"cover_mode" text NOT NULL,
	"covers" text[] DEFAULT '{}' NOT NULL,
	"attachments" text[] DEFAULT '{}' NOT NULL,
	"fault" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"release_on" timestamp with time zone,
	"released_at" timestamp with time zone,
	"reads" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"words" tsvector DEFAULT ''::tsvector NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_named" CHECK ("article"."chinese_title" <> '' or "article"."english_title" <> '')
);
ALTER TABLE "article" ADD CONSTRAINT "article_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
ALTER TABLE "article" ADD CONSTRAINT "article_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "article_list" ON "article" USING btree ("family","status","released_at");
CREATE INDEX "article_category" ON "article" USING btree ("category_id");
CREATE INDEX "article_words" ON "article" USING gin ("words");

-- What one reader thought of one article.
CREATE TABLE "article_reading" (
	"article_id" text NOT NULL,
	"account_id" text NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"is_liked" boolean DEFAULT false NOT NULL,
	"is_helpful" boolean,
	"read_at" timestamp with time zone,
	CONSTRAINT "article_reading_article_id_account_id_pk" PRIMARY KEY("article_id","account_id")
);
ALTER TABLE "article_reading" ADD CONSTRAINT "article_reading_article_id_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."article"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "article_reading" ADD CONSTRAINT "article_reading_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "article_reading" ADD CONSTRAINT "article_reading_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
CREATE INDEX "article_reading_account" ON "article_reading" USING btree ("account_id");
CREATE INDEX "article_reading_scope" ON "article_reading" USING btree ("office_path");
