import { doublePrecision, integer, pgTable, primaryKey, real, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from './offices.ts'

/**
 * The order of the arrays of a report. `fingerprint` is made of both lists; layouts are only ever added.
 * Telemetry stands outside row-level security, without any grant: see the functions in policies.
 */
export const reportLayout = pgTable(
  'report_layout',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    fingerprint: text().notNull(),
    realMetrics: text('real_metrics').array().notNull(),
    exactMetrics: text('exact_metrics').array().notNull(),
  },
  table => [uniqueIndex('report_layout_fingerprint').on(table.fingerprint)],
)

/**
 * One row a report, NULL where it did not carry the metric. Partitioned by month in the migration
 * (drizzle cannot say so); adding a column changes the row type that ingest encodes.
 */
export const report = pgTable(
  'report',
  {
    device: integer().notNull(),
    at: instant('at').notNull(),
    layout: integer().notNull(),
    values: real().array().notNull(),
    exact: doublePrecision().array(),
  },
  table => [primaryKey({ columns: [table.device, table.at] })],
)
