import { differing, only, type Wanted } from '#shared/setting-draft.ts'
import type { SettingDocument } from '#shared/signals.ts'
import { dateIn, endOfDay } from '#shared/zone-time.ts'

/** The settings that somebody else changed since the screen was read. */
export function overtakenIn(before: Wanted, wanted: Wanted, told: SettingDocument): string[] {
  const shown = only(before as SettingDocument, Object.keys(wanted))
  return differing(shown, told)
}

/** The settings of a change whose value on the screen was not said: without it nobody's other change can be noticed. */
export const unseenIn = (before: Wanted, wanted: Wanted): string[] =>
  Object.keys(wanted).filter(name => before[name] === undefined || before[name] === null)

interface Times {
  now: number
  waitMin: number
  timeZone: string
  /** End of the consent used; undefined for the customer's own people. */
  consentUntil: number | undefined
}

/** A change waits no longer than chosen, and never past the house's midnight or the consent. ms since 1970 */
export const expiryOf = ({ now, waitMin, timeZone, consentUntil }: Times): number =>
  Math.min(
    now + waitMin * 60_000,
    endOfDay(dateIn(timeZone, now), timeZone),
    consentUntil ?? Number.POSITIVE_INFINITY,
  )
