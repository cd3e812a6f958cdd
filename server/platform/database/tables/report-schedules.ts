import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { valuesOf } from '#shared/choices.ts'
import { reportRhythms, scheduledReports, weekdays } from '#shared/report-schedules.ts'
import type { Message } from '../../http/texts.ts'
import { job } from './jobs.ts'
import { account, instant, office, officePath } from './offices.ts'

/** A report that is mailed to a person regularly. */
export const reportSchedule = pgTable(
  'report_schedule',
  {
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    report: text({ enum: valuesOf(scheduledReports) }).notNull(),
    rhythm: text({ enum: valuesOf(reportRhythms) }).notNull(),
    weekday: text({ enum: valuesOf(weekdays) }),
    clock: text().notNull(),
    /** The customer or farm team it covers; null: everything its reader sees. */
    officeId: text('office_id').references(() => office.id, { onDelete: 'cascade' }),
    nextAt: instant('next_at'),
    /** Flocks closed after this are reported. */
    since: instant('since').notNull().defaultNow(),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check(
      'report_schedule_rhythm',
      sql`(${table.rhythm} = 'week') = (${table.weekday} is not null) and (${table.rhythm} = 'flockEnd') = (${table.nextAt} is null)`,
    ),
    index('report_schedule_account').on(table.accountId),
    index('report_schedule_scope').on(table.officePath),
    index('report_schedule_office').on(table.officeId),
    index('report_schedule_due').on(table.nextAt),
  ],
)

/** Outcome of a report each time it was due; one row each, so that none is made twice. */
export const reportRun = pgTable(
  'report_run',
  {
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => reportSchedule.id, { onDelete: 'cascade' }),
    /** The day it was due, or the closed flock with the time of closing. */
    due: text().notNull(),
    officePath: officePath(),
    /** The job that makes it; null if none was begun, or it has since been deleted. */
    jobId: text('job_id').references(() => job.id, { onDelete: 'set null' }),
    /** Why no job was begun. */
    problem: jsonb().$type<Message>(),
    at: instant('at').notNull().defaultNow(),
  },
  table => [
    primaryKey({ columns: [table.scheduleId, table.due] }),
    index('report_run_scope').on(table.officePath),
    index('report_run_job').on(table.jobId),
  ],
)
