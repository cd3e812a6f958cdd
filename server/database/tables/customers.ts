import { sql } from 'drizzle-orm'
import { check, date, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { houseTypes } from '#shared/signals.ts'
import { instant, office, officePath } from './offices.ts'

/** What the provider knows of a customer; names, consent and whether it is disabled stand on its office. */
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
    /** Days: each ends at the end of that day in the customer's time zone. */
    contractEndsOn: date('contract_ends_on', { mode: 'string' }),
    trialEndsOn: date('trial_ends_on', { mode: 'string' }),
    agentEndsOn: date('agent_ends_on', { mode: 'string' }),
    nextMaintenanceOn: date('next_maintenance_on', { mode: 'string' }),
    nextMaintenance: text('next_maintenance'),
    /** Of whoever applied for a trial. */
    appliedHouseType: text('applied_house_type', { enum: houseTypes }),
    appliedHouseCount: integer('applied_house_count'),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
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
    index('customer_listed').on(table.stage, table.createdAt),
  ],
)
