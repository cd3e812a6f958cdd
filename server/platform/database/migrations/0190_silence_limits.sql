-- A farm may say how long a house may send no data before that is a warning, and then critical.
ALTER TABLE "house_now" ADD COLUMN "no_data_warning_s" integer;
ALTER TABLE "house_now" ADD COLUMN "no_data_critical_s" integer;
ALTER TABLE "house_now" ADD CONSTRAINT "house_now_no_data" CHECK (num_nulls("house_now"."no_data_warning_s", "house_now"."no_data_critical_s") in (0, 2) and "house_now"."no_data_critical_s" >= "house_now"."no_data_warning_s");
