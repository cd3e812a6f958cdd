import { type SQL, sql } from 'drizzle-orm'
import { TRIAL_READ_DAYS } from '#shared/limits.ts'

/** Joins the customer that an office is or belongs to: `c` its record, `r` its root node. */
export const customerOf = (farmPath: SQL): SQL => sql`
  left join customer c on c.office_path = ${farmPath} left join office r on r.path = ${farmPath}`

/** Whether this many days have passed since the last day of the trial, by the customer's calendar; joined as above. */
const trialOverFor = (days: number): SQL => sql`(c.stage = 'trial'
  and coalesce(now() >= (c.trial_ends_on + ${1 + days}::int)::timestamp at time zone r.time_zone, false))`

/** The trial has ended: its accounts are read-only. */
export const isReadOnly: SQL = sql`coalesce(${trialOverFor(0)}, false)`
/** The read-only days are over too: its accounts are closed. */
export const isTrialClosed: SQL = sql`coalesce(${trialOverFor(TRIAL_READ_DAYS)}, false)`

/** Whether an office's rights as agent are over, by its own calendar; `of` is the name its row is joined as. */
export const hasEndedAsAgent = (of: SQL): SQL =>
  sql`coalesce(now() >= (${of}.agent_ends_on + 1)::timestamp at time zone ${of}.time_zone, false)`
