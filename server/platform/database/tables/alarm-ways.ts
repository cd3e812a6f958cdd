import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { provenWays, tendedWays } from '#shared/alarm-ways.ts'
import { account, instant, officePath } from './offices.ts'

/** Ways by which the installation reaches people, as last tried. */
export const alarmWay = pgTable(
  'alarm_way',
  {
    way: text({ enum: tendedWays }).notNull(),
    /** Host it leads to: of pushes there is one for each maker of browsers. */
    place: text().notNull(),
    checkedAt: instant('checked_at').notNull(),
    /** When it last answered. */
    workedAt: instant('worked_at'),
    /** Tries in a row that failed. */
    failures: integer().notNull().default(0),
    /** Since when it counts as dead, and people are told; null: it works. */
    deadSince: instant('dead_since'),
    problem: text(),
    /** The last test that was handed to a gateway or mailbox that answers, and when one was last answered. */
    askedId: text('asked_id'),
    askedAt: instant('asked_at'),
    echoedAt: instant('echoed_at'),
    /** When a mailbox that answers was last sent a mail. */
    sentAt: instant('sent_at'),
    /** What the answer said is wrong behind it. */
    echoProblem: text('echo_problem'),
  },
  table => [
    primaryKey({ columns: [table.way, table.place] }),
    check('alarm_way_way', sql`${table.way} in ('mail', 'push', 'call', 'watchdog')`),
  ],
)

/** How somebody of a farm is reached: when each way was last proven to its very end. */
export const personWay = pgTable(
  'person_way',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    way: text({ enum: provenWays }).notNull(),
    officePath: officePath(),
    askedAt: instant('asked_at'),
    /** Since when a proof that was asked for is missing; null: none is. */
    owedSince: instant('owed_since'),
    /** When what arrived was sent. */
    provenAt: instant('proven_at'),
    /** When the farm was told that it is missing. */
    toldAt: instant('told_at'),
  },
  table => [
    primaryKey({ columns: [table.accountId, table.way] }),
    check('person_way_way', sql`${table.way} in ('mail', 'push', 'call')`),
    index('person_way_scope').on(table.officePath),
    index('person_way_owed').on(table.owedSince).where(sql`${table.owedSince} is not null`),
  ],
)
