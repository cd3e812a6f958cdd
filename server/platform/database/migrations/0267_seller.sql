-- The provider as a seller: what banks and customs want to read about it on the papers of an order. One row at most.
CREATE TABLE "seller" (
	"id" text PRIMARY KEY DEFAULT 'seller' NOT NULL,
	"office_path" text COLLATE "C" NOT NULL,
	"profile" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "seller_office_path_unique" UNIQUE("office_path")
);
ALTER TABLE "seller" ADD CONSTRAINT "seller_office_path_office_path_fk" FOREIGN KEY ("office_path") REFERENCES "public"."office"("path") ON DELETE no action ON UPDATE cascade;
