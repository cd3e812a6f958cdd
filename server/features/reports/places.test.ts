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
} from '#shared/testing/three-flocks.ts'
import { startAlarmsAlone } from '../../farm/alarms/testing/start-alone.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { workingApp } from '../../testing/working-app.ts'
import { type Kept, keepFlock } from './testing/keep-flock.ts'
import { places } from './testing/places.ts'

const types = ['layer', 'broiler', 'pullet', 'breeder'] as const

/** The week from which a flock that was taken over in the middle is recorded. */
const takenIn = ({ type, age }: KeptBreed) => (type === 'broiler' ? 3 : Math.round(age / 7) - 4)

const three = {
  'on its standard': made => made,
  'slowly dying': made => dying(made, 3),
  'taken over': (made, kept) => takenOver(made, takenIn(kept)),
} as const satisfies Record<string, (made: MadeFlock, kept: KeptBreed) => MadeFlock>
const names = Object.keys(three) as (keyof typeof three)[]

let farm: TestApp
let owner: Person
let engineer: Person
let alarms: Awaited<ReturnType<typeof startAlarmsAlone>>
const stored = new Map<string, Kept>()
const keptAs = (name: keyof typeof three, type: (typeof types)[number]): Kept => {
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
        three[name](onStandard(breed, { until, placementDay }), breed)
      stored.set(`${name} ${type}`, await keepFlock(farm, make, place))
    }
  const ill = types.map(type => keptAs('slowly dying', type).id)
  await soon(async () => {
    const list = exceptionsIn(await owner.call(workplace.list))
    const reasons = ill.map(id => list.find(({ flock }) => flock.id === id)?.kind)
    expect(reasons).toEqual(ill.map(() => 'dead'))
  })
}, 120_000)
afterAll(async () => {
  await alarms.stop()
  await farm.close()
})

describe.each(Object.entries(places))('%s', (_, { reads, namesDying }) => {
  const shownOf = (name: keyof typeof three, type: (typeof types)[number]) =>
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

  test.each(types)('a %s flock taken over: no figure over the time that nobody recorded', async type => {
    const { wrong, whole = [] } = await shownOf('taken over', type)
    expect(wrong).toEqual([])
    expect(whole.filter(figure => figure !== null)).toEqual([])
  })
})
