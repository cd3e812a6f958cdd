import { ageInDays } from '#shared/flock.ts'
import type { JudgedHouse } from '#shared/setting-levels.ts'
import type { house, houseNow } from '../../platform/database/tables/farms.ts'
import type { LatestState } from '../../telemetry/device-side.ts'

/** A house as it is stored, what is in it, the clocks of its office, and what its controller told last. */
interface Judged {
  row: typeof house.$inferSelect
  now: typeof houseNow.$inferSelect | null
  officeZone: string
  latest: LatestState | undefined
}

export const zoneOf = ({ row, officeZone }: Pick<Judged, 'row' | 'officeZone'>): string =>
  row.timeZone ?? officeZone

/** Where a house says nothing of its place. */
const LATITUDE = 35

/** The house that settings are judged for. */
export function judgedHouse({ row, now, officeZone, latest }: Judged): JudgedHouse {
  const { type, lengthM, widthM, heightM, latitude, equipment } = row
  const { flockStartedOn = null, flockHatchedOn = null, flockCount = null } = now ?? {}
  const age = ageInDays({ type, flockStartedOn, flockHatchedOn }, zoneOf({ row, officeZone }), new Date())
  const birds = age === null ? 0 : (flockCount ?? 0)
  const counted = latest?.readings.get('Bird/Count')?.value
  const alive = age === null || typeof counted !== 'number' ? birds : Math.round(counted)
  return { type, age, lengthM, widthM, heightM, latitude: latitude ?? LATITUDE, birds, alive, equipment }
}
