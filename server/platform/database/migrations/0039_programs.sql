-- What a program does under a consent is told with its name, and a program reads only the jobs that it began.
alter table consent_log add column actor_program text;
alter table job add column program_id text;
