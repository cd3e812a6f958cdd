import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { alarmAnswers, answerWays, attemptResults, callResults } from '#shared/alarm-chain.ts'
import { shelfChanges } from '#shared/alarm-shelf.ts'
import { alarmSources, causes, conditions, endReasons, handlings } from '#shared/alarms.ts'
import { severities } from '#shared/signals.ts'
import { device, house } from './farms.ts'
import { account, farmPath, instant, officePath } from './offices.ts'

/** It was raised, came back, or got worse. */
export const ringKinds = ['raised', 'again', 'worse'] as const

/**
 * Alarms of houses; kept 3 years. Condition and handling are two axes: the state of the house, and what people do about
 * it. A rule has at most one standing alarm per subject, and at most one record per moment.
 */
export const alarm = pgTable(
  'alarm',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    farmPath: farmPath(),
    source: text({ enum: alarmSources }).notNull(),
    /** Identifies what is watched, together with the subject: the code, but `silence …` for both ways to be silent. */
    rule: text().notNull(),
    code: text().notNull(),
    level: text({ enum: severities }).notNull(),
    /** What is watched: a controller, the gateway of several, or a flock (`isFlockAlarm`). */
    subjectId: text('subject_id').notNull(),
    /** The houses it concerned when it was raised. */
    houseIds: text('house_ids').array().notNull(),
    condition: text({ enum: conditions }).notNull(),
    raisedAt: instant('raised_at').notNull(),
    /** Null while it stands; also for one reported afterwards whose end nobody reported. */
    clearedAt: instant('cleared_at'),
    /** Why it ended although nothing said that all is well again; null for one that cleared by itself. */
    endReason: text('end_reason', { enum: endReasons }),
    since: instant('since'),
    value: doublePrecision(),
    limit: doublePrecision(),
    target: doublePrecision(),
    repeats: integer().notNull().default(0),
    /** False if only historical samples told of it, afterwards. */
    live: boolean().notNull(),
    handling: text({ enum: handlings }).notNull().default('new'),
    handledBy: text('handled_by'),
    handledAt: instant('handled_at'),
    cause: text({ enum: causes }),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** What people are to be told of it, at `ringAt`; null while there is nothing to tell. */
    ring: text({ enum: ringKinds }),
    ringAt: instant('ring_at'),
    /** When people were last told, or it was recorded without telling them: from then on it counts as not seen. */
    rungAt: instant('rung_at'),
    /** How often they were told since it last came back from quiet. */
    rings: integer().notNull().default(0),
    /** It comes and goes: it stands until it has been quiet for a while. */
    flipping: boolean().notNull().default(false),
    /** Since when the controller holds it though its trouble is over; null: it does not. */
    latchedAt: instant('latched_at'),
    /** Since when the chain runs for it as it is now, and when to look whom to tell next; null: nobody any more. */
    chainFrom: instant('chain_from'),
    chainAt: instant('chain_at'),
    /** What it began with. */
    chainRing: text('chain_ring', { enum: ringKinds }),
    /** When the house passes a limit of harm by its model, and when that was counted; null: it does not say. */
    harmAt: instant('harm_at'),
    harmCountedAt: instant('harm_counted_at'),
    /** Nobody is told of it until then, unless it gets worse than it was when it was shelved; by whom, and why. */
    shelvedUntil: instant('shelved_until'),
    shelvedLevel: text('shelved_level', { enum: severities }),
    shelvedAccountId: text('shelved_account_id').references(() => account.id),
    /** The name at that time; null once erased. */
    shelvedBy: text('shelved_by'),
    shelvedWhy: text('shelved_why'),
  },
  table => [
    check(
      'alarm_shelf',
      sql`${table.shelvedUntil} is null or (${table.shelvedLevel} is not null and ${table.shelvedLevel} <> 'emergency')`,
    ),
    check('alarm_latched', sql`${table.latchedAt} is null or ${table.condition} <> 'cleared'`),
    index('alarm_shelved').on(table.subjectId, table.rule).where(sql`shelved_until is not null`),
    index('alarm_shelved_account').on(table.shelvedAccountId).where(sql`shelved_account_id is not null`),
    uniqueIndex('alarm_once').on(table.subjectId, table.rule, table.raisedAt),
    uniqueIndex('alarm_standing').on(table.subjectId, table.rule).where(sql`${table.condition} <> 'cleared'`),
    index('alarm_scope').on(table.officePath, sql`(${table.handling} = 'solved')`, table.raisedAt.desc()),
    index('alarm_houses').using('gin', table.houseIds),
    index('alarm_raised').on(table.raisedAt),
    index('alarm_of_day').on(table.officePath, table.raisedAt),
    index('alarm_explained')
      .on(table.clearedAt)
      .where(sql`${table.handling} = 'cause_found' and ${table.condition} = 'cleared'`),
    index('alarm_ring').on(table.farmPath).where(sql`${table.ringAt} is not null`),
    index('alarm_chain').on(table.chainAt).where(sql`${table.chainAt} is not null`),
    index('alarm_unseen')
      .on(table.farmPath)
      .where(
        sql`${table.condition} <> 'cleared' and ${table.handling} = 'new' and ${table.rungAt} is not null`,
      ),
  ],
)

/** How long a value has been beyond the limit of a rule that has a delay: a restart goes on counting from here. */
export const alarmWatch = pgTable(
  'alarm_watch',
  {
    subjectId: text('subject_id')
      .notNull()
      .references(() => device.id, { onDelete: 'cascade' }),
    rule: text().notNull(),
    /** Of the levels that the rule's alarm can have, mildest first. */
    step: integer().notNull(),
    spentMs: doublePrecision('spent_ms').notNull(),
    isBeyond: boolean('is_beyond').notNull(),
    /** The true beginning. */
    since: instant('since').notNull(),
    /** Null while the device is silent. */
    countedAt: instant('counted_at'),
  },
  table => [primaryKey({ columns: [table.subjectId, table.rule, table.step] })],
)

/** Who did what about an alarm, and when; each step once. */
export const alarmStep = pgTable(
  'alarm_step',
  {
    id: text().primaryKey(),
    alarmId: text('alarm_id')
      .notNull()
      .references(() => alarm.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    farmPath: farmPath(),
    step: text({ enum: handlings }).notNull(),
    at: instant('at').notNull().defaultNow(),
    /** Null for what was done at the panel. */
    accountId: text('account_id').references(() => account.id),
    /** The name at that time; null at the panel. */
    actorName: text('actor_name'),
    via: text({ enum: answerWays }),
    note: text(),
  },
  table => [uniqueIndex('alarm_step_once').on(table.alarmId, table.step)],
)

/** Whom an alarm was told, each attempt with its result, what people answered, and when it was shelved. */
export const alarmEvent = pgTable(
  'alarm_event',
  {
    id: text().primaryKey(),
    alarmId: text('alarm_id')
      .notNull()
      .references(() => alarm.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    farmPath: farmPath(),
    kind: text({ enum: ['told', 'answer', ...shelfChanges] }).notNull(),
    at: instant('at').notNull().defaultNow(),
    /** Null for what was done at the panel. */
    accountId: text('account_id').references(() => account.id),
    /** The name at that time; null once erased. */
    actorName: text('actor_name'),
    /** The chain it belongs to, by the alarm's `chainFrom`. */
    chainFrom: instant('chain_from'),
    /** Of the chain, from 1; 0 for who is told besides. */
    step: integer(),
    round: integer(),
    messageId: text('message_id'),
    /** Of the mail among those that wait or were sent. */
    mailId: text('mail_id'),
    mailedAt: instant('mailed_at'),
    mailResult: text('mail_result', { enum: attemptResults }),
    mailResultAt: instant('mail_result_at'),
    /** Its tag, the same in every browser. */
    pushId: text('push_id'),
    pushedAt: instant('pushed_at'),
    pushResult: text('push_result', { enum: attemptResults }),
    pushResultAt: instant('push_result_at'),
    /** Id of the call by which the gateway names it in its answer. */
    callId: text('call_id'),
    calledAt: instant('called_at'),
    callResult: text('call_result', { enum: callResults }),
    callResultAt: instant('call_result_at'),
    answer: text({ enum: alarmAnswers }),
    via: text({ enum: answerWays }),
    /** Being on site was proven. */
    isProven: boolean('is_proven').notNull().default(false),
    /** When we heard of it, for what was said without network and sent later; null: at once. */
    heardAt: instant('heard_at'),
    /** What the alarm's metric showed then. */
    value: doublePrecision(),
    note: text(),
    /** Until when it was shelved; its note says why. */
    shelvedUntil: instant('shelved_until'),
  },
  table => [
    check('alarm_event_kind', sql`${table.kind} in ('told', 'answer', 'shelved', 'unshelved', 'worse')`),
    check('alarm_event_shelved', sql`(${table.kind} = 'shelved') = (${table.shelvedUntil} is not null)`),
    check('alarm_event_answer', sql`(${table.kind} = 'answer') = (${table.answer} is not null)`),
    index('alarm_event_alarm').on(table.alarmId, table.at),
    index('alarm_event_scope').on(table.officePath),
    index('alarm_event_farm').on(table.farmPath),
    index('alarm_event_account').on(table.accountId).where(sql`account_id is not null`),
    index('alarm_event_message').on(table.messageId).where(sql`message_id is not null`),
    index('alarm_event_mail').on(table.mailId).where(sql`mail_id is not null`),
    index('alarm_event_push').on(table.pushId).where(sql`push_id is not null`),
    index('alarm_event_call').on(table.callId).where(sql`call_id is not null`),
    uniqueIndex('alarm_event_told_once')
      .on(table.alarmId, table.chainFrom, table.accountId, table.step, table.round)
      .where(sql`kind = 'told' and step > 0`),
    uniqueIndex('alarm_event_answered_once')
      .on(table.alarmId, table.callId, table.answer)
      .where(sql`kind = 'answer' and call_id is not null`),
    uniqueIndex('alarm_event_panel_once').on(table.alarmId, table.chainFrom).where(sql`via = 'panel'`),
  ],
)

/** The printed code of a house: who scans it stands there. */
export const houseCode = pgTable(
  'house_code',
  {
    houseId: text('house_id')
      .primaryKey()
      .references(() => house.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    /** Kept by a trigger: the customer of the office. */
    farmPath: farmPath(),
    /** Proves it. */
    codeHash: text('code_hash').notNull(),
    /** Prints it again; null for one from before codes were sealed. */
    sealedCode: text('sealed_code'),
    madeAt: instant('made_at').notNull().defaultNow(),
    /** Of those before it, newest first: who scans one is told that it was replaced. */
    oldHashes: text('old_hashes').array().notNull().default(sql`'{}'`),
    /** When each of those was made, in their order; of the oldest it may not be known. */
    oldMadeAt: instant('old_made_at').array().notNull().default(sql`'{}'`),
    /** When people were last reminded that it is old. */
    remindedAt: instant('reminded_at'),
  },
  table => [index('house_code_scope').on(table.officePath), index('house_code_farm').on(table.farmPath)],
)
