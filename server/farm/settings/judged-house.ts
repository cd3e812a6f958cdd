import { ageInDays } from '#shared/flock.ts'
import { usualBirds } from '#shared/house-equipment.ts'
import { type Doubts, leftOut } from '#shared/probe-doubts.ts'
import type { JudgedHouse } from '#shared/setting-levels.ts'
import { flockDayOf } from '#shared/standards/flock-day.ts'
import type { house, houseNow } from '../../platform/database/tables/farms.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import type { HeldFlock } from '../flocks/held-flocks.ts'

/** A stored house, its birds, its office's time zone, and what its controller last reported. */
interface Judged {
  row: typeof house.$inferSelect
  now: typeof houseNow.$inferSelect | null
  officeZone: string
  latest: LatestState | undefined
  /** What of it is not believed; undefined where nobody asked. */
  doubts?: Doubts | undefined
  /** Its flock; null where it has none. */
  flock: HeldFlock | null
  /** The last day on which medicine forbids catching its birds; undefined where nobody asked. */
  meatUntil?: string | null | undefined
}

export const zoneOf = ({ row, officeZone }: Pick<Judged, 'row' | 'officeZone'>): string =>
  row.timeZone ?? officeZone

/** For a house without coordinates. */
const LATITUDE = 35

/** The house as settings are judged for it. */
export function judgedHouse({
  row,
  now,
  officeZone,
  latest,
  doubts,
  flock,
  meatUntil = null,
}: Judged): JudgedHouse {
  const { type, lengthM, widthM, heightM, latitude, equipment } = row
  const { flockStartedOn = null, flockHatchedOn = null, flockCount = null, litter = null } = now ?? {}
  const age = ageInDays({ type, flockStartedOn, flockHatchedOn }, zoneOf({ row, officeZone }), new Date())
  const told = age === null ? 0 : (flock?.birds ?? countedBirds(latest))
  const usual = usualBirds({ type, lengthM, widthM })
  const weight =
    toldWeight(latest, doubts) ??
    standardWeight({ breed: now?.breed ?? null, standard: flock?.standard ?? null }, age)
  return {
    type,
    age,
    weight,
    lengthM,
    widthM,
    heightM,
    latitude: latitude ?? LATITUDE,
    birds: age === null ? 0 : flockCount || (told ?? usual),
    alive: told ?? usual,
    ...(told === null && { isUsual: true }),
    litter,
    meatUntil,
    equipment,
  }
}

/** Birds by its controller, which may have no count, or 0 as long as nobody entered one. */
function countedBirds(latest: LatestState | undefined): number | null {
  const counted = latest?.readings.get('Bird/Count')?.value
  return typeof counted === 'number' && counted >= 1 ? Math.round(counted) : null
}

const WEIGHT = 'Bird/WeightAvg'

/** kg per bird as its controller weighs them; null if it weighs none, or its scale is in doubt. */
export function toldWeight(latest: LatestState | undefined, doubts?: Doubts): number | null {
  const grams = leftOut(doubts).has(WEIGHT) ? null : latest?.readings.get(WEIGHT)?.value
  return typeof grams === 'number' && grams > 0 ? grams / 1_000 : null
}

const standardWeight = (flock: Parameters<typeof flockDayOf>[0], age: number | null): number | null =>
  age === null ? null : (flockDayOf(flock, age)?.weight ?? null)
