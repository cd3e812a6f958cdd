-- Which of the provider's built-in roles a role is: its names may be changed, what it is for may not.
ALTER TABLE "role" ADD COLUMN "key" text;
ALTER TABLE "role" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;
UPDATE "role" SET "changed_at" = "created_at";
UPDATE "role" SET "key" = CASE "english_name"
		WHEN 'Administrator' THEN 'administrator'
		WHEN 'After-sales engineer' THEN 'engineer'
		WHEN 'Sales' THEN 'sales'
		WHEN 'Content editor' THEN 'editor'
		WHEN 'Farm owner' THEN 'owner'
		WHEN 'Farm manager' THEN 'manager'
		WHEN 'Farm worker' THEN 'worker'
		WHEN 'Trial customer' THEN 'trial'
		WHEN 'Agent' THEN 'agent'
	END
	WHERE "built_in";
CREATE UNIQUE INDEX "role_key" ON "role" USING btree ("key");

-- Who has a role is asked by it.
CREATE INDEX "account_role_role" ON "account_role" USING btree ("role_id");
