import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataScreen } from '#shared/contracts/data-screen.ts'
import { houseGroups } from '#shared/contracts/house-groups.ts'
import { houses } from '#shared/contracts/houses.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import type { HouseStateName } from '#shared/house-state.ts'
import { placeOf, type Urgency, urgencyOf } from '#shared/house-urgency.ts'
import { type Severity, severities } from '#shared/signals.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildGroup, buildHouse } from '../../testing/farm-builder.ts'
import { placeIn, urgencyIn } from './house-urgency.ts'

/** As every list must show them; with birds unless it says otherwise. */
const inOrder = [
  { name: 'Quiet', state: 'offline', alarm: ['TemperatureAbsolute', 'emergency'] },
  { name: 'Mute for long', state: 'offline', alarm: ['Offline', 'critical'] },
  { name: 'Empty and hot', state: 'alarm', alarm: ['TemperatureHigh', 'critical'], isEmpty: true },
  { name: 'Mute', state: 'offline', alarm: ['Offline', 'warning'] },
  { name: 'Empty, never heard', state: 'offline', alarm: null, isEmpty: true },
  { name: 'Observed', state: 'normal', alarm: ['ClockAhead', 'warning'] },
  { name: 'Calm', state: 'normal', alarm: null },
] as const satisfies {
  name: string
  state: HouseStateName
  alarm: [string, Severity] | null
  isEmpty?: true
}[]
const names = inOrder.map(({ name }) => name)

let farm: TestApp
let owner: Person
let staff: Person
let groupId: string
beforeAll(async () => {
  farm = await testApp()
  const { services, offices } = farm
  const office = offices.sharing
  groupId = (await buildGroup(services, office)).id
  for (const [i, { name, state, alarm, ...more }] of inOrder.toReversed().entries()) {
    const { id } = await buildDevice(services, office, {
      type: 'controller',
      status: state === 'offline' ? 'OFFLINE' : 'ONLINE',
    })
    if (state !== 'offline')
      services.devices.states.set(id, {
        readings: new Map(),
        lastMessageAt: Date.now(),
        reportIntervalS: 5,
      })
    const house = await buildHouse(services, office, {
      name,
      state,
      groupId,
      deviceIds: [id],
      longitude: 10 + i,
      latitude: 50,
      ...('isEmpty' in more ? {} : { flockCount: 20_000 }),
    })
    const [code, level] = alarm ?? []
    if (code && level)
      await buildAlarm(services, office, {
        subjectId: id,
        houseIds: [house.id],
        source: 'platform',
        code,
        level,
        value: code === 'TemperatureAbsolute' ? 44.2 : null,
      })
  }
  const grants = [
    'chicken_home_manage:query',
    'client_workplace:query',
    'retech_datav:query',
    'chicken_group:query',
  ] as const
  owner = await farm.as({ office, kind: 2, grants: [...grants] })
  staff = await farm.as({ office: offices.provider, kind: 1, grants: [...grants] })
})
afterAll(() => farm.close())

test('the monitor of the farm has the silent house in an emergency first', async () => {
  const shown = await owner.call(houses.monitor, {})
  expect(shown.map(({ name }) => name)).toEqual(names)
  expect(shown.map(({ state }) => state)).toEqual(inOrder.map(({ state }) => state))
})

test('the list of houses sorts by urgency, shows state and worst alarm, and finds a silent house in an alarm as both', async () => {
  const list = async (query: object) =>
    (await staff.call(houses.list, { query: { groupId, ...query } })).items
  const sorted = await list({ sort: 'state' })
  expect(sorted.map(({ name }) => name)).toEqual(names)
  expect(sorted.map(({ state, worst }) => [state, worst])).toEqual(
    inOrder.map(({ state, alarm }) => [state, alarm?.[1]]),
  )
  const named = async (state: HouseStateName) =>
    (await list({ state, sort: 'state' })).map(({ name }) => name)
  expect(await named('alarm')).toEqual(['Quiet', 'Mute for long', 'Empty and hot'])
  expect(await named('offline')).toEqual(['Quiet', 'Mute for long', 'Mute', 'Empty, never heard'])
  expect(await named('normal')).toEqual(['Observed', 'Calm'])
})

test('the round of staff leads with it as an emergency, and says since when it is silent', async () => {
  const { houses: urgent, total } = await staff.call(workplace.round)
  const ours = urgent.filter(({ name }) => (names as string[]).includes(name))
  expect(ours.map(({ name }) => name)).toEqual(names.slice(0, -1))
  expect(ours.map(({ reason }) => reason)).toEqual([
    'emergency',
    'alarm',
    'alarm',
    'offline',
    'offline',
    'watch',
  ])
  expect(total).toBeGreaterThanOrEqual(ours.length)
  expect(ours[0]).toMatchObject({
    alarm: { code: 'TemperatureAbsolute', value: 44.2 },
    offlineSince: expect.any(String),
  })
  expect(ours[2]?.offlineSince).toBeNull()
})

test('the wall counts it as an alarm and marks it as an emergency', async () => {
  const { states, places } = await owner.call(dataScreen.figures)
  expect(states).toEqual({ alarm: 3, offline: 2, watch: 1, normal: 1 })
  expect(Object.fromEntries(places.map(({ name, urgency }) => [name, urgency]))).toEqual({
    Quiet: 'emergency',
    'Mute for long': 'alarm',
    'Empty and hot': 'alarm',
    Mute: 'offline',
    'Empty, never heard': 'offline',
    Observed: 'watch',
    Calm: 'normal',
  })
})

test('a farm on the wall of others is as urgent as its worst house', async () => {
  const { places } = await staff.call(dataScreen.figures)
  expect(places.map(({ urgency }) => urgency)).toContain('emergency')
})

test('a group counts it among its alarms', async () => {
  const { items } = await owner.call(houseGroups.list, { query: { size: 100 } })
  expect(items.find(({ id }) => id === groupId)).toMatchObject({
    houses: inOrder.length,
    states: { alarm: 3, offline: 2, normal: 2 },
  })
})

test('the database judges as the shared function does', async () => {
  const states: HouseStateName[] = ['normal', 'alarm', 'offline']
  const cases = states.flatMap(state =>
    [null, ...severities].flatMap(worst => [true, false].map(isEmpty => ({ state, worst, isEmpty }))),
  )
  const urgency = urgencyIn(sql`state`, level => sql`worst = ${level}`)
  const { rows } = await farm.services.store.scoped(SYSTEM).execute<{ urgency: Urgency; place: number }>(sql`
    select urgency, ${placeIn(sql`urgency`, sql`flock`)} as place
    from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb) as each(state text, worst text, "isEmpty" boolean)
    cross join lateral (select ${urgency} as urgency, case when not "isEmpty" then current_date end as flock) judged`)
  const judged = cases.map(({ state, worst, isEmpty }) => {
    const urgency = urgencyOf(state, worst)
    return { urgency, place: placeOf(urgency, isEmpty) }
  })
  expect(rows).toEqual(judged)
})
