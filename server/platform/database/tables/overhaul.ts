import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  time,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { attemptResults } from '#shared/alarm-chain.ts'
import { valuesOf } from '#shared/choices.ts'
import { machineNames } from '#shared/machines.ts'
import { cycleBases, cycleKinds, machines } from '#shared/overhaul.ts'
import { pushFailures, pushModes, pushStates, pushTypes } from '#shared/overhaul-pushes.ts'
import { type Part, partsPerNames } from '#shared/parts.ts'
import { releaseNames } from '#shared/release.ts'
import { proofs } from '#shared/safety-tests.ts'
import type { Text } from '#shared/text.ts'
import { device, house } from './farms.ts'
import { account, farmPath, instant, office, officePath } from './offices.ts'
import { recordEntry, repair } from './tickets.ts'

/** The provider's maintenance items with their cycles; customers see those ever released. */
export const overhaulItem = pgTable(
  'overhaul_item',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    /** Key of an item that came with the product; null for the provider's own. */
    key: text().unique(),
    /** One of two names may be empty. */
    chineseName: text('chinese_name').notNull(),
    englishName: text('english_name').notNull(),
    chineseEquipment: text('chinese_equipment').notNull(),
    englishEquipment: text('english_equipment').notNull(),
    /** One per line; empty if the item itself is the only check. */
    chineseChecks: text('chinese_checks').notNull().default(''),
    englishChecks: text('english_checks').notNull().default(''),
    cycleKind: text('cycle_kind', { enum: valuesOf(cycleKinds) }).notNull(),
    /** Days, or running hours. */
    cycle: integer().notNull(),
    /** Whose hours count. */
    machine: text({ enum: valuesOf(machines) }),
    /** What it is done on: models and numbers are those on record in the house. */
    machineKind: text('machine_kind', { enum: valuesOf(machineNames) }),
    /** What it uses up; none if it only looks, cleans or adjusts. */
    parts: text().array().$type<Part[]>().notNull().default(sql`'{}'`),
    partsPer: text('parts_per', { enum: valuesOf(partsPerNames) })
      .notNull()
      .default('machine'),
    /** The test it is, which wants proof; null for any other overhaul. */
    proof: text({ enum: valuesOf(proofs) }),
    /** Where the cycle comes from; null for the provider's own. */
    basis: text({ enum: valuesOf(cycleBases) }),
    status: text({ enum: valuesOf(releaseNames) })
      .notNull()
      .default('draft'),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check('overhaul_item_machine', sql`${table.cycleKind} <> 'runningHours' or ${table.machine} is not null`),
    check('overhaul_item_parts', sql`${table.parts} = '{}' or ${table.machineKind} is not null`),
    check('overhaul_item_named', sql`${table.chineseName} <> '' or ${table.englishName} <> ''`),
    index('overhaul_item_office').on(table.officePath),
  ],
)

/** An item planned for a house, a device or a device in a house: when it was last done and is next due. */
export const overhaulPlan = pgTable(
  'overhaul_plan',
  {
    id: text().primaryKey(),
    officeId: text('office_id')
      .notNull()
      .references(() => office.id),
    officePath: officePath(),
    farmPath: farmPath(),
    houseId: text('house_id').references(() => house.id, { onDelete: 'cascade' }),
    deviceId: text('device_id').references(() => device.id, { onDelete: 'cascade' }),
    itemId: text('item_id')
      .notNull()
      .references(() => overhaulItem.id),
    lastAt: instant('last_at'),
    /** Hours the item's machine has run since the last time, at the last count. */
    ranHours: real('ran_hours'),
    /** Hours of its machines, by metric, that had passed on the day the count began; null while they are not known. */
    ranBefore: jsonb('ran_before').$type<Record<string, number>>(),
    /** By the customer's calendar; null until the house is empty, or while nothing shows that the machine runs. */
    nextOn: date('next_on', { mode: 'string' }),
    /** The last day on which the farm's people were told that it is due. */
    toldOn: date('told_on', { mode: 'string' }),
    /** Since when it is no longer planned; what was done by it stays. */
    endedAt: instant('ended_at'),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check('overhaul_plan_place', sql`${table.houseId} is not null or ${table.deviceId} is not null`),
    // With NULLS NOT DISTINCT, which drizzle says of constraints only.
    uniqueIndex('overhaul_plan_once')
      .on(table.houseId, table.deviceId, table.itemId)
      .where(sql`ended_at is null`),
    index('overhaul_plan_scope').on(table.officePath, table.nextOn),
    index('overhaul_plan_farm').on(table.farmPath, table.nextOn),
    index('overhaul_plan_item').on(table.itemId),
    index('overhaul_plan_device').on(table.deviceId).where(sql`${table.deviceId} is not null`),
  ],
)

/** An overhaul that was done: what the timeline entry does not say. */
export const overhaulDeed = pgTable(
  'overhaul_deed',
  {
    entryId: text('entry_id')
      .primaryKey()
      .references(() => recordEntry.id, { onDelete: 'cascade' }),
    planId: text('plan_id')
      .notNull()
      .references(() => overhaulPlan.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    /** The check list at that time. */
    checks: jsonb().$type<{ text: Text; isFailed: boolean }[]>().notNull(),
    reading: text().notNull(),
    /** The repair that a failed check opened. */
    repairId: text('repair_id').references(() => repair.id, { onDelete: 'set null' }),
  },
  table => [
    index('overhaul_deed_plan').on(table.planId),
    index('overhaul_deed_repair').on(table.repairId).where(sql`${table.repairId} is not null`),
    index('overhaul_deed_scope').on(table.officePath),
  ],
)

/** A reminder to a customer's people at a time of its calendar; repeated ones come every so many days from then on. */
export const overhaulPush = pgTable(
  'overhaul_push',
  {
    id: text().primaryKey(),
    officeId: text('office_id')
      .notNull()
      .references(() => office.id),
    officePath: officePath(),
    chineseText: text('chinese_text').notNull(),
    englishText: text('english_text').notNull(),
    type: text({ enum: valuesOf(pushTypes) }).notNull(),
    mode: text({ enum: valuesOf(pushModes) }).notNull(),
    firstOn: date('first_on', { mode: 'string' }).notNull(),
    clock: time({ precision: 0 }).notNull(),
    /** Interval of a repeated one. */
    everyDays: integer('every_days'),
    /** Recipients named in addition to the customer's people who may open its overhaul items. */
    receiverIds: text('receiver_ids').array().notNull().default([]),
    state: text({ enum: valuesOf(pushStates) })
      .notNull()
      .default('waiting'),
    /** Day of the next push, at its time; null when there is none. */
    nextOn: date('next_on', { mode: 'string' }),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check('overhaul_push_said', sql`${table.chineseText} <> '' or ${table.englishText} <> ''`),
    check('overhaul_push_circle', sql`(${table.mode} = 'circular') = (${table.everyDays} is not null)`),
    index('overhaul_push_scope').on(table.officePath, table.state),
    index('overhaul_push_next').on(table.nextOn).where(sql`${table.nextOn} is not null`),
  ],
)

/** Outcome of a reminder each time it was due; one row each, so that none is pushed twice. */
export const overhaulPushRun = pgTable(
  'overhaul_push_run',
  {
    pushId: text('push_id')
      .notNull()
      .references(() => overhaulPush.id, { onDelete: 'cascade' }),
    dueAt: instant('due_at').notNull(),
    officePath: officePath(),
    at: instant('at').notNull().defaultNow(),
    /** Number of people it reached; 0 if it failed. */
    told: integer().notNull(),
    failure: text({ enum: valuesOf(pushFailures) }),
    tries: integer().notNull().default(1),
  },
  table => [
    primaryKey({ columns: [table.pushId, table.dueAt] }),
    check('overhaul_push_run_end', sql`(${table.told} > 0) = (${table.failure} is null)`),
    index('overhaul_push_run_scope').on(table.officePath),
  ],
)

/**
 * A recipient of one run of a reminder, with what became of it by each way. The row is of the recipient's office, so that nobody
 * sees people whom they do not see otherwise.
 */
export const overhaulPushTold = pgTable(
  'overhaul_push_told',
  {
    reminderId: text('reminder_id').notNull(),
    dueAt: instant('due_at').notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    messageId: text('message_id').notNull(),
    toldAt: instant('told_at').notNull().defaultNow(),
    /** Whether they wanted it among their messages. */
    inApp: boolean('in_app').notNull(),
    /** Noted by the database when they read the message. */
    readAt: instant('read_at'),
    mail: text({ enum: ['wanted', 'noAddress', 'off'] }).notNull(),
    mailId: text('mail_id'),
    mailedAt: instant('mailed_at'),
    mailResult: text('mail_result', { enum: attemptResults }),
    mailResultAt: instant('mail_result_at'),
    push: text({ enum: ['wanted', 'noBrowser', 'off'] }).notNull(),
    /** Its tag, the same in every browser. */
    pushId: text('push_id'),
    pushedAt: instant('pushed_at'),
    pushResult: text('push_result', { enum: attemptResults }),
    pushResultAt: instant('push_result_at'),
  },
  table => [
    primaryKey({ columns: [table.reminderId, table.dueAt, table.accountId] }),
    foreignKey({
      name: 'overhaul_push_told_run',
      columns: [table.reminderId, table.dueAt],
      foreignColumns: [overhaulPushRun.pushId, overhaulPushRun.dueAt],
    }).onDelete('cascade'),
    uniqueIndex('overhaul_push_told_message').on(table.messageId),
    index('overhaul_push_told_account').on(table.accountId),
    index('overhaul_push_told_scope').on(table.officePath),
    index('overhaul_push_told_mail').on(table.mailId).where(sql`mail_id is not null`),
    index('overhaul_push_told_push').on(table.pushId).where(sql`push_id is not null`),
  ],
)
