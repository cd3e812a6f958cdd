-- Kinds of messages that somebody does not want to hear of for now; they stay in the list, and are counted again once unmuted.
ALTER TABLE "notice_choice" ADD COLUMN "muted" text[] NOT NULL DEFAULT '{}';
