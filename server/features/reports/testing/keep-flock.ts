import type { OwnStandard } from '#shared/contracts/breed-standards.ts'
import type { MadeFlock } from '#shared/testing/three-flocks.ts'
import { dateIn, daysAfter, localText } from '#shared/zone-time.ts'
import { newId } from '../../../platform/database/ids.ts'
import { SYSTEM } from '../../../platform/database/store.ts'
import { breedStandard } from '../../../platform/database/tables/breed-standards.ts'
import { flockRecord } from '../../../platform/database/tables/flocks.ts'
import type { TestApp } from '../../../testing/app.ts'
import { buildFlock, buildHouse } from '../../../testing/farm-builder.ts'

const hourIn = (timeZone: string) => Number(localText(Date.now(), timeZone).slice(11, 13))
/** Far in the east and far in the west, where what is today differs for most of the day, and no day ends during a test. */
const zones = (
  [
    ['Pacific/Auckland', 'Asia/Tokyo'],
    ['America/Los_Angeles', 'Pacific/Pago_Pago'],
  ] as const
).map(([far, other]) => (hourIn(far) > 1 && hourIn(far) < 21 ? far : other))

/** A flock that is stored, and yesterday at its house. */
export interface Kept {
  id: string
  houseId: string
  number: string
  made: MadeFlock
  yesterday: string
}

/** Stores a flock with all its records, in a house without a controller: `place` decides on zone and first day. */
export async function keepFlock(
  { services, offices }: TestApp,
  make: (until: string, placementDay: 0 | 1) => MadeFlock,
  place: number,
): Promise<Kept> {
  const timeZone = zones[place % 2] ?? 'UTC'
  const yesterday = daysAfter(dateIn(timeZone, Date.now()), -1)
  const made = make(yesterday, place % 4 < 2 ? 0 : 1)
  const { records, standard, ...columns } = made
  const house = await buildHouse(services, offices.sharing, { type: made.type, timeZone })
  const { path, farmPath } = offices.sharing
  const database = services.store.scoped(SYSTEM)
  const standardId = standard && (await keepStandard(database, standard, path))
  const { id, number } = await buildFlock(services, offices.sharing, {
    ...columns,
    standardId,
    houseId: house.id,
  })
  const owns = { officePath: path, farmPath: farmPath ?? path, actorName: 'Zhao' }
  await database
    .insert(flockRecord)
    .values(records.map(record => ({ id: newId(), flockId: id, ...owns, ...record })))
  return { id, number, houseId: house.id, made, yesterday }
}

/** A standard of the farm's own, stored as an import stores it. */
async function keepStandard(
  database: ReturnType<TestApp['services']['store']['scoped']>,
  { name, houseTypes, columns, rows, period, source }: OwnStandard,
  officePath: string,
) {
  const [stored] = await database
    .insert(breedStandard)
    .values({
      id: newId(),
      officePath,
      name,
      houseTypes,
      columns,
      rows,
      period: period === 'day' ? ('day' as const) : ('week' as const),
      source: source.publisher,
      edition: newId(),
    })
    .returning()
  return stored?.id
}
