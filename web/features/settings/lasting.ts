import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'

/** How long a change should hold; all but the first end by themselves. */
export const lastings = ['always', 'hour', 'hours', 'morning'] as const
export type Lasting = (typeof lastings)[number]

const HOUR_MS = 3_600_000
const HOURS = 4
const MORNING = '06:00'

/** When a change made at `now` (ms) ends, by the house's clock; undefined if permanent. */
export function endOf(lasts: Lasting, timeZone: string, now: number): string | undefined {
  if (lasts === 'always') return undefined
  if (lasts !== 'morning') return new Date(now + (lasts === 'hour' ? 1 : HOURS) * HOUR_MS).toISOString()
  const today = dateIn(timeZone, now)
  const morning = instantOf(`${today}T${MORNING}`, timeZone)
  return new Date(
    morning > now ? morning : instantOf(`${daysAfter(today, 1)}T${MORNING}`, timeZone),
  ).toISOString()
}
