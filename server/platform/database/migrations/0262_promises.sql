-- Who was told that a promised answer is due, each once: `since` is when the wait began.
CREATE TABLE "promise_told" (
	"subject_id" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"step" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promise_told_subject_id_since_step_pk" PRIMARY KEY("subject_id","since","step")
);
CREATE INDEX "promise_told_at" ON "promise_told" USING btree ("at");
