-- Customers by name go by the name that shows: of who has none in the reader's language, the other one. Both names stand in
-- the indexes as well, or the rows of the pages before would be read to make it.
DROP INDEX "customer_by_chinese_name";
DROP INDEX "customer_by_english_name";
CREATE INDEX "customer_by_chinese_name" ON "customer" USING btree ("stage",coalesce(nullif("chinese_name", ''), "english_name"),"office_id","office_path","chinese_name","english_name") WHERE "customer"."deleted_at" is null;
CREATE INDEX "customer_by_english_name" ON "customer" USING btree ("stage",coalesce(nullif("english_name", ''), "chinese_name"),"office_id","office_path","chinese_name","english_name") WHERE "customer"."deleted_at" is null;
