import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { valuesOf } from '#shared/choices.ts'
import { type AskedLine, inquiryStates } from '#shared/inquiries.ts'
import { machineNames } from '#shared/machines.ts'
import type { Kind } from '#shared/permissions.ts'
import { questionStates } from '#shared/questions.ts'
import type { Quotation } from '#shared/quotation.ts'
import { repairStates } from '#shared/repairs.ts'
import { alarm } from './alarms.ts'
import { account, farmPath, instant, officePath } from './offices.ts'
import { ticketColumns } from './ticket-columns.ts'

/** The last number given for a prefix on a day of the provider's calendar; `next_number` continues from it. */
export const documentNumber = pgTable(
  'document_number',
  { prefix: text().notNull(), day: date({ mode: 'string' }).notNull(), last: integer().notNull() },
  table => [primaryKey({ columns: [table.prefix, table.day] })],
)

/** What people did and wrote about a record: its timeline and its thread. Rows are only added. */
export const recordEntry = pgTable(
  'record_entry',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    /** Module in the operation history, and the id of its row. */
    module: text().notNull(),
    recordId: text('record_id').notNull(),
    /** As in the module's table of steps; `create` for the first. */
    step: text().notNull(),
    text: text(),
    pictures: text().array().notNull().default([]),
    papers: text().array().notNull().default([]),
    at: instant('at').notNull().defaultNow(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id),
    /** The name at that time. */
    actorName: text('actor_name').notNull(),
    actorKind: integer('actor_kind').$type<Kind>().notNull(),
    /** Chosen by the sender, so that it is stored once however often it is sent. */
    sentId: text('sent_id'),
  },
  table => [
    unique('record_entry_sent_once').on(table.accountId, table.sentId),
    index('record_entry_record').on(table.module, table.recordId, table.at),
    index('record_entry_account').on(table.accountId, table.id),
    index('record_entry_scope').on(table.officePath),
  ],
)

/** Questions of customers to the provider. */
export const question = pgTable(
  'question',
  {
    ...ticketColumns(),
    text: text().notNull(),
    state: text({ enum: valuesOf(questionStates) })
      .notNull()
      .default('waiting'),
    repliedBy: text('replied_by'),
    /** Chosen by the sender, as of a repair. */
    sentId: text('sent_id'),
  },
  table => [
    unique('question_sent_once').on(table.authorId, table.sentId),
    index('question_scope').on(table.officePath, table.lastAt.desc()),
    index('question_waiting').on(table.waitsSince).where(sql`${table.waitsSince} is not null`),
    index('question_author').on(table.authorId),
    index('question_made').on(table.madeAt),
  ],
)

/** Customers' inquiries: what goods cost and when they arrive. */
export const inquiry = pgTable(
  'inquiry',
  {
    ...ticketColumns(),
    text: text().notNull(),
    lines: jsonb().$type<AskedLine[]>().notNull().default([]),
    state: text({ enum: valuesOf(inquiryStates) })
      .notNull()
      .default('waiting'),
    repliedBy: text('replied_by'),
    quotation: jsonb().$type<Quotation>(),
    sentId: text('sent_id'),
  },
  table => [
    unique('inquiry_sent_once').on(table.authorId, table.sentId),
    index('inquiry_scope').on(table.officePath, table.lastAt.desc()),
    index('inquiry_waiting').on(table.waitsSince).where(sql`${table.waitsSince} is not null`),
    index('inquiry_author').on(table.authorId),
    index('inquiry_made').on(table.madeAt),
  ],
)

/** Repairs customers apply for. A cancelled one keeps its state. */
export const repair = pgTable(
  'repair',
  {
    ...ticketColumns(),
    state: text({ enum: valuesOf(repairStates) })
      .notNull()
      .default('pending'),
    title: text().notNull(),
    /** The kind of machine it is about; null if nobody has said. */
    machine: text('machine_kind', { enum: valuesOf(machineNames) }),
    equipment: text().notNull(),
    description: text().notNull(),
    expectedOn: date('expected_on', { mode: 'string' }),
    phone: text().notNull(),
    alarmId: text('alarm_id').references(() => alarm.id, { onDelete: 'set null' }),
    /** For a claim: the order, which the migration refers to, and the line of it by `lineIdOf`. */
    orderId: text('order_id'),
    lineId: text('line_id'),
    /** The agreed version of the service statement. */
    statement: text().notNull(),
    /** What staff wrote on acceptance, and who and when. */
    record: text(),
    accepter: text(),
    acceptedAt: instant('accepted_at'),
    visitAt: instant('visit_at'),
    visitHours: integer('visit_hours'),
    finishedAt: instant('finished_at'),
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason'),
    /** Chosen by the sender, so that it is stored once however often it is sent. */
    sentId: text('sent_id'),
  },
  table => [
    unique('repair_sent_once').on(table.authorId, table.sentId),
    check('repair_accepted', sql`${table.state} = 'pending' or ${table.record} is not null`),
    index('repair_scope').on(table.officePath, table.lastAt.desc()),
    index('repair_waiting').on(table.waitsSince).where(sql`${table.waitsSince} is not null`),
    index('repair_author').on(table.authorId),
    index('repair_made').on(table.madeAt),
    index('repair_alarm').on(table.alarmId).where(sql`${table.alarmId} is not null`),
    index('repair_order').on(table.orderId).where(sql`order_id is not null`),
  ],
)

/** What a repair's device measured at the time of the application; farm data under its customer's consent (RA). */
export const repairReading = pgTable(
  'repair_reading',
  {
    repairId: text('repair_id')
      .primaryKey()
      .references(() => repair.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    farmPath: farmPath(),
    /** metric → [value, time of the sample in ms] */
    values: jsonb().$type<Record<string, [number, number]>>().notNull(),
  },
  table => [index('repair_reading_scope').on(table.officePath)],
)

/** An answer that staff give again and again; its texts have places for the farm, the house and the person. */
export const answerTemplate = pgTable(
  'answer_template',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    name: text().notNull(),
    /** At least one of the two. */
    chineseAnswer: text('chinese_answer').notNull().default(''),
    englishAnswer: text('english_answer').notNull().default(''),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    index('answer_template_scope').on(table.officePath),
    check('answer_template_text', sql`${table.chineseAnswer} <> '' or ${table.englishAnswer} <> ''`),
  ],
)
