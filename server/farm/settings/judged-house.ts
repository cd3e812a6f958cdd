import { ageInDays } from '#shared/flock.ts'
import type { JudgedHouse } from '#shared/setting-levels.ts'
import type { house, houseNow } from '../../platform/database/tables/farms.ts'
import type { LatestState } from '../../telemetry/device-side.ts'

/** A stored house, its birds, its office's time zone, and what its controller last reported. */
interface Judged {
  row: typeof house.$inferSelect
  now: typeof houseNow.$inferSelect | null
  officeZone: string
  latest: LatestState | undefined
}

export const zoneOf = ({ row, officeZone }: Pick<Judged, 'row' | 'officeZone'>): string =>
  row.timeZone ?? officeZone

/** For a house without coordinates. */
const LATITUDE = 35

/** The house as settings are judged for it. */
export function judgedHouse({ row, now, officeZone, latest }: Judged): JudgedHouse {
  const { type, lengthM, widthM, heightM, latitude, equipment } = row
  const { flockStartedOn = null, flockHatchedOn = null, flockCount = null } = now ?? {}
  const age = ageInDays({ type, flockStartedOn, flockHatchedOn }, zoneOf({ row, officeZone }), new Date())
  const birds = age === null ? 0 : (flockCount ?? 0)
  const counted = latest?.readings.get('Bird/Count')?.value
  const alive = age === null || typeof counted !== 'number' ? birds : Math.round(counted)
  return { type, age, lengthM, widthM, heightM, latitude: latitude ?? LATITUDE, birds, alive, equipment }
}
