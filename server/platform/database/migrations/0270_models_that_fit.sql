-- The models of machines that a good is for, as staff typed them, and as they are compared; without any it is for every model.
ALTER TABLE "good" ADD COLUMN "models" text DEFAULT '' NOT NULL;
ALTER TABLE "good" ADD COLUMN "model_keys" text[] DEFAULT '{}' NOT NULL;
