import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'

const HOUR_MS = 3_600_000
/** After a backup that was not made the next is tried so much later. */
const AGAIN_MS = HOUR_MS
/** A daily backup may take its time; one that is older than this did not come. */
const OLD_MS = 26 * HOUR_MS

/** What is known of backups; ms since 1970. */
export interface Known {
  now: number
  /** Hour of the provider's day; undefined where none is made by itself. */
  hour: number | undefined
  timeZone: string
  /** Of the newest whole one: as of when it is. */
  wholeAt: number | null
  failedAt: number | null
  /** Where there is none yet: since when there could be. */
  installedAt: number
  isRunning: boolean
}

/** Whether one is to be made now: none was since the hour came last, or the server was not there then. */
export function isDue({ now, hour, timeZone, wholeAt, failedAt, installedAt }: Known): boolean {
  if (hour === undefined) return false
  const at = (day: string) => instantOf(`${day}T${String(hour).padStart(2, '0')}:00`, timeZone)
  const today = dateIn(timeZone, now)
  const due = at(today) <= now ? at(today) : at(daysAfter(today, -1))
  const isMissing = (wholeAt ?? installedAt) < due
  return isMissing && (failedAt === null || failedAt + AGAIN_MS <= now)
}

/** Whether one should have come long ago; one that is being made is on its way. */
export const isOld = ({ now, hour, wholeAt, installedAt, isRunning }: Known): boolean =>
  hour !== undefined && !isRunning && now - (wholeAt ?? installedAt) > OLD_MS
