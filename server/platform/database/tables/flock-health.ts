import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Treatment } from '#shared/contracts/flock-records.ts'
import type { ProgrammeStep } from '#shared/contracts/health-programmes.ts'
import { houseTypes } from '#shared/signals.ts'
import { flock } from './flocks.ts'
import { farmPath, instant, officePath } from './offices.ts'

/** A customer's programme of vaccinations and treatments by age. */
export const healthProgramme = pgTable(
  'health_programme',
  {
    id: text().primaryKey(),
    officeId: text('office_id').notNull(),
    officePath: officePath(),
    farmPath: farmPath(),
    name: text().notNull(),
    houseType: text('house_type', { enum: houseTypes }).notNull(),
    /** Null: for all of the type. */
    breed: text(),
    /** Flocks that are placed from now on follow it. */
    isGiven: boolean('is_given').notNull().default(true),
    steps: jsonb().$type<ProgrammeStep[]>().notNull(),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    uniqueIndex('health_programme_name').on(table.farmPath, table.name),
    index('health_programme_scope').on(table.officePath),
  ],
)

/** A step that was not carried out. */
export type SkippedStep = Readonly<{ reason: string; accountId: string; by: string; at: string }>

/** The programme that a flock follows: its steps as they were when it was given, or when the flock was to follow a change. */
export const flockProgramme = pgTable(
  'flock_programme',
  {
    flockId: text('flock_id')
      .primaryKey()
      .references(() => flock.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    farmPath: farmPath(),
    /** Null if it no longer exists. */
    programmeId: text('programme_id').references(() => healthProgramme.id, { onDelete: 'set null' }),
    name: text().notNull(),
    /** Steps due before are not asked for. */
    since: date({ mode: 'string' }).notNull(),
    steps: jsonb().$type<ProgrammeStep[]>().notNull(),
    skipped: jsonb().$type<Readonly<Record<string, SkippedStep>>>().notNull().default({}),
    version: integer().notNull().default(1),
  },
  table => [
    index('flock_programme_scope').on(table.officePath),
    index('flock_programme_farm').on(table.farmPath),
    index('flock_programme_of').on(table.programmeId),
  ],
)

/** A treatment that was recorded for a day and then taken back: it stays in the register of medicines. */
export const treatmentTakenBack = pgTable(
  'treatment_taken_back',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    farmPath: farmPath(),
    flockId: text('flock_id')
      .notNull()
      .references(() => flock.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    treatment: jsonb().$type<Treatment>().notNull(),
    /** Who had last recorded the day. */
    recordedAccount: text('recorded_account'),
    recordedBy: text('recorded_by').notNull(),
    /** Who took it back. */
    accountId: text('account_id'),
    actorName: text('actor_name').notNull(),
    takenBackAt: instant('taken_back_at').notNull().defaultNow(),
  },
  table => [
    index('treatment_taken_back_scope').on(table.officePath),
    index('treatment_taken_back_farm').on(table.farmPath),
    index('treatment_taken_back_flock').on(table.flockId, table.day),
  ],
)
