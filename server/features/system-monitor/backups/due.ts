import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'

const HOUR_MS = 3_600_000
/** Delay of the next try after a failed backup. */
const AGAIN_MS = HOUR_MS
/** A daily backup may take its time; beyond this age it counts as missing. */
const OLD_MS = 26 * HOUR_MS

/** What is known of backups; ms since 1970. */
export interface Known {
  now: number
  /** Hour of the provider's day; undefined if backups are not automatic. */
  hour: number | undefined
  timeZone: string
  /** The moment the newest complete one represents. */
  wholeAt: number | null
  failedAt: number | null
  /** If there is none yet: since when there could have been. */
  installedAt: number
  isRunning: boolean
}

/** Whether a backup is due: none has been made since the hour last came, perhaps because the server was down. */
export function isDue({ now, hour, timeZone, wholeAt, failedAt, installedAt }: Known): boolean {
  if (hour === undefined) return false
  const at = (day: string) => instantOf(`${day}T${String(hour).padStart(2, '0')}:00`, timeZone)
  const today = dateIn(timeZone, now)
  const due = at(today) <= now ? at(today) : at(daysAfter(today, -1))
  const isMissing = (wholeAt ?? installedAt) < due
  return isMissing && (failedAt === null || failedAt + AGAIN_MS <= now)
}

/** Whether one is long overdue; one in progress is not. */
export const isOld = ({ now, hour, wholeAt, installedAt, isRunning }: Known): boolean =>
  hour !== undefined && !isRunning && now - (wholeAt ?? installedAt) > OLD_MS
