import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workplace } from '#shared/contracts/workplace.ts'
import { exceptionsIn } from '#shared/flock-figures/exceptions.ts'
import { soon } from '#shared/testing/soon.ts'
import {
  dying,
  type Kept as KeptBreed,
  keptBreeds,
  type MadeFlock,
  onStandard,
  takenOver,
  takenOverIn,
} from '#shared/testing/three-flocks.ts'
import { startAlarmsAlone } from '../../farm/alarms/testing/start-alone.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { workingApp } from '../../testing/working-app.ts'
import { type Kept, keepFlock } from './testing/keep-flock.ts'
import { places } from './testing/places.ts'

const types = ['layer', 'broiler', 'pullet', 'breeder'] as const

const made = {
  'on its standard': made => made,
  'slowly dying': made => dying(made, 3),
  'taken over': (made, kept) => takenOver(made, takenOverIn(kept)),
  /** A hundredth of the birds or more on the first day, by their type, and a third more each day. */
  'dying fast': (made, { type }) =>
    dying(made, 3, Math.round((made.placedCount * (2 + types.indexOf(type))) / 200)),
} as const satisfies Record<string, (made: MadeFlock, kept: KeptBreed) => MadeFlock>
const names = Object.keys(made) as (keyof typeof made)[]

let farm: TestApp
let owner: Person
let engineer: Person
let alarms: Awaited<ReturnType<typeof startAlarmsAlone>>
const stored = new Map<string, Kept>()
const keptAs = (name: keyof typeof made, type: (typeof types)[number]): Kept => {
  const kept = stored.get(`${name} ${type}`)
  if (!kept) throw new Error(`No flock ${name} of ${type}`)
  return kept
}

beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
  engineer = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['chicken_home_manage:query'] })
  const { store, events, devices, log } = farm.services
  const now = () => Date.now()
  const passed = () => ({ pausedMs: 0, steppedMs: 0 })
  alarms = await startAlarmsAlone({ store, events, devices, log, now, ticks: now, graceMs: 0, passed })
  for (const [place, type] of types.entries())
    for (const name of names) {
      const breed = keptBreeds.find(each => each.type === type)
      if (!breed) throw new Error(`No breed of ${type}`)
      const make = (until: string, placementDay: 0 | 1) =>
        made[name](onStandard(breed, { until, placementDay }), breed)
      stored.set(`${name} ${type}`, await keepFlock(farm, make, place))
    }
  await nameAgainstOrder()
  const ill = types.flatMap(type => [keptAs('slowly dying', type).id, keptAs('dying fast', type).id])
  await soon(async () => {
    const list = exceptionsIn(await owner.call(workplace.list))
    const reasons = ill.map(id => list.find(({ flock }) => flock.id === id)?.kind)
    expect(reasons).toEqual(ill.map(() => 'dead'))
  })
}, 120_000)

/** By name the flocks that die fast come last, and the house with another critical alarm first. */
async function nameAgainstOrder() {
  const { services, offices } = farm
  const database = services.store.scoped(SYSTEM)
  for (const type of types)
    for (const [name, kept] of [
      ['M slowly', keptAs('slowly dying', type)],
      ['Z fast', keptAs('dying fast', type)],
    ] as const)
      await database
        .update(house)
        .set({ name: `${name} ${type}` })
        .where(eq(house.id, kept.houseId))
  const other = await buildHouse(services, offices.sharing, { name: 'A other' })
  const { id: subjectId } = await buildDevice(services, offices.sharing)
  await buildAlarm(services, offices.sharing, {
    subjectId,
    houseIds: [other.id],
    code: 'SettingNotReturned',
    source: 'platform',
    level: 'critical',
    raisedAt: new Date(Date.now() - 86_400_000),
  })
}

afterAll(async () => {
  await alarms.stop()
  await farm.close()
})

/** Birds that a flock lost on its last day. */
const lostBy = ({ made: { records } }: Kept) => records.at(-1)?.dead ?? 0

describe.each(Object.entries(places))('%s', (_, { reads, namesDying, order }) => {
  const shownOf = (name: keyof typeof made, type: (typeof types)[number]) =>
    reads(keptAs(name, type), { farm, owner, engineer, exact: keptAs('on its standard', type) })

  test.each(types)('a %s flock on its standard: nothing is wrong, and what counts is there', async type => {
    const { wrong, whole } = await shownOf('on its standard', type)
    expect(wrong).toEqual([])
    if (whole) expect(whole.some(figure => figure !== null)).toBe(true)
  })

  test.each(types)('a %s flock that is slowly dying', async type => {
    const { wrong } = await shownOf('slowly dying', type)
    if (namesDying) expect(wrong).not.toEqual([])
  })

  if (order)
    test('the flocks that die fast are read of first, the worst of all at the top', async () => {
      const read = await order({ farm, owner, engineer, exact: keptAs('on its standard', 'layer') })
      const fast = types
        .map(type => keptAs('dying fast', type))
        .toSorted((a, b) => lostBy(b) - lostBy(a))
        .map(({ houseId }) => houseId)
      expect(read.slice(0, fast.length)).toEqual(fast)
      expect(read).toEqual(expect.arrayContaining(types.map(type => keptAs('slowly dying', type).houseId)))
    })

  test.each(types)('a %s flock taken over: no figure over the time that nobody recorded', async type => {
    const { wrong, whole = [] } = await shownOf('taken over', type)
    expect(wrong).toEqual([])
    expect(whole.filter(figure => figure !== null)).toEqual([])
  })
})
