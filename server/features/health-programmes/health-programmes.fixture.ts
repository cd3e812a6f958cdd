import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { flockProgramme, healthProgramme } from '../../platform/database/tables/flock-health.ts'
import type { Services } from '../../platform/services.ts'
import type { TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import type { SeededOffice } from '../../testing/store.ts'

/** A step as programmes store it. */
export const STEP = {
  id: 'step-1',
  day: 7,
  days: 1,
  kind: 'vaccine' as const,
  name: 'ND-IB live',
  dose: '1 dose',
  route: 'eye drop',
  withdrawalDays: 0,
}

/** A programme of a farm for its layers. */
export async function buildProgramme(
  { store }: Services,
  office: SeededOffice,
  more: Partial<typeof healthProgramme.$inferInsert> = {},
) {
  const row = {
    id: newId(),
    officeId: office.id,
    officePath: office.path,
    farmPath: office.farmPath ?? office.path,
    name: `Programme ${newId()}`,
    houseType: 'layer' as const,
    // Flocks of other tests are given none.
    isGiven: false,
    steps: [{ ...STEP, id: newId() }],
    ...more,
  }
  await store.scoped(SYSTEM).insert(healthProgramme).values(row)
  return row
}

/** Has a flock follow a programme. */
export async function buildFollowed(
  { store }: Services,
  office: SeededOffice,
  { flockId, programme }: { flockId: string; programme: Awaited<ReturnType<typeof buildProgramme>> },
) {
  const row = {
    flockId,
    officePath: office.path,
    farmPath: office.farmPath ?? office.path,
    programmeId: programme.id,
    name: programme.name,
    since: '2026-01-01',
    steps: programme.steps,
  }
  await store.scoped(SYSTEM).insert(flockProgramme).values(row)
  return row
}

/** A flock that follows a programme of one step, {@link STEP}. */
export async function followedBy({ services, offices }: TestApp, flockId: string) {
  const programme = await buildProgramme(services, offices.direct, { steps: [STEP] })
  await buildFollowed(services, offices.direct, { flockId, programme })
  return { id: flockId }
}

export const fixtures: Fixture[] = [
  {
    module: 'health-programmes',
    row: ({ services, offices }) => buildProgramme(services, offices.direct),
  },
  {
    module: 'flock-health',
    row: async farm => {
      const { services, offices } = farm
      const house = await buildHouse(services, offices.direct)
      const flock = await buildFlock(services, offices.direct, { houseId: house.id })
      return followedBy(farm, flock.id)
    },
  },
]
