import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
} from 'drizzle-orm/pg-core'
import { changers, loggedItems } from '#shared/customers.ts'
import { houseTypes } from '#shared/signals.ts'
import type { Text } from '#shared/text.ts'
import { instant, office, officePath } from './offices.ts'

/** What the provider knows about a customer; its names, consents and whether it is disabled belong to its office. */
export const customer = pgTable(
  'customer',
  {
    officeId: text('office_id')
      .primaryKey()
      .references(() => office.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    stage: text({ enum: ['trial', 'formal'] }).notNull(),
    approval: text({ enum: ['pending', 'passed', 'rejected'] }).notNull(),
    refusedBecause: text('refused_because'),
    contact: text().notNull().default(''),
    email: text(),
    phone: text().notNull().default(''),
    /** ISO 3166-1 alpha-2. */
    country: text(),
    city: text(),
    address: text(),
    /** Degrees, WGS 84; both or none. */
    longitude: doublePrecision(),
    latitude: doublePrecision(),
    remarks: text(),
    /** The project manager: a department of the provider. */
    managerOfficeId: text('manager_office_id').references(() => office.id, { onDelete: 'set null' }),
    /** Dates: each term ends at the end of that day in the customer's time zone. */
    contractEndsOn: date('contract_ends_on', { mode: 'string' }),
    trialEndsOn: date('trial_ends_on', { mode: 'string' }),
    nextMaintenanceOn: date('next_maintenance_on', { mode: 'string' }),
    nextMaintenance: text('next_maintenance'),
    /** From the application for a trial. */
    appliedHouseType: text('applied_house_type', { enum: houseTypes }),
    appliedHouseCount: integer('applied_house_count'),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    /**
     * Copies, so that everything lists sort, search and count by is in one table; a trigger keeps them equal to the office,
     * the only place they are written.
     */
    chineseName: text('chinese_name').notNull().default(''),
    englishName: text('english_name').notNull().default(''),
    disabledAt: instant('disabled_at'),
    deletedAt: instant('deleted_at'),
    farmAccessUntil: instant('farm_access_until'),
    remoteControlUntil: instant('remote_control_until'),
    agentEndsOn: date('agent_ends_on', { mode: 'string' }),
    /** When a user of the customer was last active; null = nobody has signed in yet. */
    lastActiveAt: instant('last_active_at'),
    /** The newest recorded visit of a screen by somebody of the customer; written only by the database. */
    lastVisitAt: instant('last_visit_at'),
  },
  table => [
    check('customer_stage', sql`${table.stage} in ('trial', 'formal')`),
    check('customer_approval', sql`${table.approval} in ('pending', 'passed', 'rejected')`),
    check(
      'customer_place',
      sql`(${table.longitude} is null) = (${table.latitude} is null)
        and ${table.longitude} between -180 and 180 and ${table.latitude} between -90 and 90`,
    ),
    index('customer_scope').on(table.officePath, table.createdAt),
    // Counting reads only this index.
    index('customer_counted')
      .on(
        table.stage,
        table.officePath,
        table.disabledAt,
        table.lastActiveAt,
        table.approval,
        table.farmAccessUntil,
        table.remoteControlUntil,
      )
      .where(sql`${table.deletedAt} is null`),
    // So does the map.
    index('customer_placed')
      .on(
        table.stage,
        table.longitude,
        table.latitude,
        table.officePath,
        table.disabledAt,
        table.lastActiveAt,
        table.officeId,
      )
      .where(sql`${table.deletedAt} is null`),
    ...(
      [
        ['created', table.createdAt],
        ['contract', table.contractEndsOn],
        ['trial', table.trialEndsOn],
        ['maintenance', table.nextMaintenanceOn],
      ] as const
    ).map(([name, column]) =>
      index(`customer_by_${name}`)
        .on(table.stage, column, table.officeId, table.officePath)
        .where(sql`${table.deletedAt} is null`),
    ),
    index('customer_waiting_first')
      .on(table.stage, sql`(approval = 'pending')`, table.createdAt, table.officeId, table.officePath)
      .where(sql`${table.deletedAt} is null`),
    // By the displayed name: the other one if the reader's is missing; includes both, or rows would be read to compute it.
    ...(
      [
        ['chinese_name', table.chineseName, table.englishName],
        ['english_name', table.englishName, table.chineseName],
      ] as const
    ).map(([name, first, second]) =>
      index(`customer_by_${name}`)
        .on(
          table.stage,
          sql`coalesce(nullif(${first}, ''), ${second})`,
          table.officeId,
          table.officePath,
          table.chineseName,
          table.englishName,
        )
        .where(sql`${table.deletedAt} is null`),
    ),
    index('customer_search').using(
      'gin',
      table.chineseName.op('gin_trgm_ops'),
      table.englishName.op('gin_trgm_ops'),
      table.contact.op('gin_trgm_ops'),
      table.phone.op('gin_trgm_ops'),
      table.email.op('gin_trgm_ops'),
    ),
  ],
)

/** The update log: one row per changed field, written with the change. Insert-only for the application's role. */
export const customerChange = pgTable(
  'customer_change',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Path of the customer's office. */
    officePath: officePath(),
    at: instant('at').notNull().defaultNow(),
    item: text({ enum: loggedItems }).notNull(),
    before: jsonb(),
    after: jsonb(),
    by: text({ enum: changers }).notNull(),
    /** Null: the system itself, or no longer known. */
    actorId: text('actor_id'),
    /** Null: the system itself. */
    actorName: text('actor_name'),
    /** Names of the actor's roles at that time. */
    actorRole: jsonb('actor_role').$type<Text>(),
  },
  table => [
    index('customer_change_scope').on(table.officePath, table.at),
    index('customer_converted').on(table.at).where(sql`item = 'stage'`),
  ],
)
