-- Files that are not laid out as our template are read too: where a value stands is kept with its row, and how an office
-- read a sheet is kept for the next one with the same titles.
ALTER TABLE "job_row" ADD COLUMN "cells" jsonb;
CREATE TABLE "file_layout" (
	"office_path" text COLLATE "C" NOT NULL,
	"list" text NOT NULL,
	"titles" text NOT NULL,
	"kept" jsonb NOT NULL,
	CONSTRAINT "file_layout_office_path_list_titles_pk" PRIMARY KEY("office_path","list","titles")
);
ALTER TABLE "file_layout" ADD CONSTRAINT "file_layout_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
