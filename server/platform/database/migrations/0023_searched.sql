-- What a search of the operation history looks through, in one text and in small letters: read once a row, without opening
-- the description.
ALTER TABLE "operation_history" ADD COLUMN "sought" text COLLATE "C" GENERATED ALWAYS AS (
  lower("actor_name" || E'\n' || coalesce("description" ->> 'en-US', '') || E'\n'
    || coalesce("description" ->> 'zh-CN', '') || E'\n' || coalesce("ip", ''))
) STORED NOT NULL;
-- The newest sign-in of an account, however often it opened the application since.
CREATE INDEX "login_log_sign_in" ON "login_log" USING btree ("account_id","at") WHERE "operation" = 'login';
