-- When the model of its house says that an alarm's house passes a limit of harm.
ALTER TABLE "alarm" ADD COLUMN "harm_at" timestamp with time zone;
ALTER TABLE "alarm" ADD COLUMN "harm_counted_at" timestamp with time zone;
