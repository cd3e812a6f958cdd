import { ageInDays } from '#shared/flock.ts'
import type { JudgedHouse } from '#shared/setting-levels.ts'
import type { house } from '../../platform/database/tables/farms.ts'
import type { LatestState } from '../../telemetry/device-side.ts'

/** A house as it is stored, the clocks of its office, and what its controller told last. */
interface HouseNow {
  row: typeof house.$inferSelect
  officeZone: string
  latest: LatestState | undefined
}

export const zoneOf = ({ row, officeZone }: Pick<HouseNow, 'row' | 'officeZone'>): string =>
  row.timeZone ?? officeZone

/** Where a house says nothing of its place. */
const LATITUDE = 35

/** The house that settings are judged for. */
export function judgedHouse({ row, officeZone, latest }: HouseNow): JudgedHouse {
  const { type, lengthM, widthM, heightM, latitude, flockCount, equipment } = row
  const age = ageInDays(row, zoneOf({ row, officeZone }), new Date())
  const birds = age === null ? 0 : (flockCount ?? 0)
  const counted = latest?.readings.get('Bird/Count')?.value
  const alive = age === null || typeof counted !== 'number' ? birds : Math.round(counted)
  return { type, age, lengthM, widthM, heightM, latitude: latitude ?? LATITUDE, birds, alive, equipment }
}
