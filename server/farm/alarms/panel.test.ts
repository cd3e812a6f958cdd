import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmFigures } from '#shared/contracts/alarm-figures.ts'
import { alarms } from '#shared/contracts/alarms.ts'
import { notices } from '#shared/contracts/notices.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarm, alarmEvent } from '../../platform/database/tables/alarms.ts'
import { settingChange } from '../../platform/database/tables/settings.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import type { Person } from '../../testing/app.ts'
import { HUMID_OFF, HUMID_ON, NIGHT, OFFSET, settingsFarm } from '../settings/testing/settings-farm.ts'
import { noteAtPanel } from './panel.ts'
import { ringFarm } from './ring.ts'
import { withRingParts } from './testing/raise-alarm.ts'
import { type AlarmsAlone, startAlarmsAlone } from './testing/start-alone.ts'

let farm: Awaited<ReturnType<typeof settingsFarm>>
let now = 0
/** Controllers that are connected, and that everybody heard of it. */
const online = new Set<string>()
let engine: AlarmsAlone
let farmer: Person
beforeAll(async () => {
  farm = await settingsFarm({ ticks: () => now })
  farm.services.events.on('status', ({ deviceId, to }) => to === 'ONLINE' && online.add(deviceId))
  engine = await startAlarmsAlone(farm.services)
  const grants = ['house_alarm:query', 'house_alarm:get', 'house_alarm:edit'] as const
  farmer = await farm.as({ office: farm.offices.sharing, kind: 2, grants })
})
afterAll(async () => {
  await engine.stop()
  await farm.close()
})

const db = () => farm.services.store.scoped(SYSTEM)
const ring = () => withRingParts(farm.services, parts => ringFarm(parts, farm.offices.sharing.path))
const powerFails = { name: 'Alarm/PowerFail', datatype: DataType.Boolean, value: true }

/** Whoever turns something now has not just connected the controller. */
const A_WHILE = 200_000

/** A house whose controller says that the power failed, of which its people were told. */
async function withoutPower() {
  const made = await farm.controller(farm.offices.sharing)
  await engine.rereadHouses()
  await made.peer.data(made.device.code, [{ ...powerFails, timestamp: Date.now() }])
  const listed = async () =>
    (await farmer.call(alarms.list, { query: { houseId: made.house.id } })).items.find(
      ({ code }) => code === 'PowerFail',
    )
  await eventually(async () => (await listed())?.condition).toBe('active')
  await ring()
  await eventually(() => online.has(made.device.id)).toBe(true)
  const id = (await listed())?.id ?? ''
  const detail = () => farmer.call(alarms.get, { params: { id } })
  /** How often something was changed at its panel. */
  const changed = () => db().$count(settingChange, eq(settingChange.deviceId, made.device.id))
  return { ...made, id, detail, changed }
}
const onSiteOf = ({ steps }: Awaited<ReturnType<Awaited<ReturnType<typeof withoutPower>>['detail']>>) =>
  steps.find(({ step }) => step === 'on_site')

test('whoever turns something at the panel is on site: a step with its time and way, once, which ends the chain', async () => {
  const { tell, detail, id, changed } = await withoutPower()
  expect((await detail()).chain).toMatchObject({ isOver: false })
  const before = Date.now()
  now += A_WHILE
  await tell({ [NIGHT]: -2 }, { 'Settings/Version': 2n })
  await eventually(async () => (await detail()).handling).toBe('on_site')
  const shown = await detail()
  expect(onSiteOf(shown)).toMatchObject({ by: null, via: 'panel' })
  expect(Date.parse(onSiteOf(shown)?.at ?? '')).toBeGreaterThanOrEqual(before - 1_000)
  expect(shown.chain).toMatchObject({ isOver: true, next: null })
  expect(shown.events.filter(({ answer }) => answer !== null)).toMatchObject([
    { answer: 'on_site', via: 'panel', isProven: true, name: null },
  ])
  const { items } = await farmer.call(notices.list)
  expect(items.map(({ title }) => title)).toContainEqual(
    expect.stringMatching(/^Somebody is at the controller’s panel: .*Power failure$/),
  )
  // More is turned: they still are where they were.
  await tell({ [OFFSET]: 1 }, { 'Settings/Version': 3n })
  await eventually(changed).toBe(2)
  expect(await db().$count(alarmEvent, eq(alarmEvent.via, 'panel'))).toBe(1)
  expect(onSiteOf(await detail())).toEqual(onSiteOf(shown))
  await db()
    .update(alarm)
    .set({ raisedAt: new Date(Date.parse(onSiteOf(shown)?.at ?? '') - 420_000) })
    .where(eq(alarm.id, id))
  const { figures } = await farmer.call(alarmFigures.figures, { query: { days: '7' } })
  expect(figures.onSite).toBe(420)
})

type House = Awaited<ReturnType<typeof withoutPower>>
const told: { name: string; passes: number; tells(house: House): Promise<unknown>; proves: boolean }[] = [
  {
    name: 'one setting of a running session',
    passes: A_WHILE,
    tells: ({ tell }) => tell({ [NIGHT]: -2 }, { 'Settings/Version': 2n }),
    proves: true,
  },
  {
    name: 'one setting of a running session, by a controller that counts no versions',
    passes: A_WHILE,
    tells: ({ tell }) => tell({ [NIGHT]: -2 }),
    proves: true,
  },
  {
    name: 'one setting, with all that stayed as it was',
    passes: A_WHILE,
    tells: ({ tell }) => tell({ [OFFSET]: 0, [NIGHT]: -2, [HUMID_ON]: 50, [HUMID_OFF]: 55 }),
    proves: true,
  },
  {
    name: 'several settings at once',
    passes: A_WHILE,
    tells: ({ tell }) => tell({ [NIGHT]: -2, [OFFSET]: 1 }, { 'Settings/Version': 2n }),
    proves: false,
  },
  {
    name: 'one setting, right after the controller has connected',
    passes: A_WHILE / 2,
    tells: ({ tell }) => tell({ [NIGHT]: -2 }, { 'Settings/Version': 2n }),
    proves: false,
  },
  {
    name: 'one setting, by a birth in between',
    passes: A_WHILE,
    tells: ({ bear }) => bear(2, { [OFFSET]: 0, [NIGHT]: -2, [HUMID_ON]: 50, [HUMID_OFF]: 55 }),
    proves: false,
  },
  {
    name: 'the defaults, by a controller that is back after the power was',
    passes: A_WHILE,
    tells: async ({ peer, connect }) => {
      await peer.end()
      await connect(1, { [OFFSET]: 2, [NIGHT]: -1, [HUMID_ON]: 60, [HUMID_OFF]: 65 })
    },
    proves: false,
  },
  {
    name: 'one setting, soon after it is back',
    passes: A_WHILE,
    tells: async ({ peer, connect }) => {
      await peer.end()
      const { tell } = await connect(1)
      now += A_WHILE / 2
      await tell({ [NIGHT]: -2 }, { 'Settings/Version': 2n })
    },
    proves: false,
  },
]

test.each(told)('$name: proves that somebody is there: $proves', async ({ passes, tells, proves }) => {
  const house = await withoutPower()
  now += passes
  await tells(house)
  await eventually(house.changed).not.toBe(0)
  await eventually(async () => (await house.detail()).chain?.isOver).toBe(proves)
  const { handling, events } = await house.detail()
  expect(handling).toBe(proves ? 'on_site' : 'new')
  expect(events.filter(({ answer }) => answer !== null)).toHaveLength(proves ? 1 : 0)
})

test('what was turned before people were told of an alarm proves nothing, though it is heard of only now', async () => {
  const { device, detail, id } = await withoutPower()
  const { services } = farm
  const turned = (at: Date) =>
    services.store.transaction(SYSTEM, tx => noteAtPanel(tx, { deviceId: device.id, at }, services.devices))
  const [{ chainFrom }] = (await db().select().from(alarm).where(eq(alarm.id, id))) as [
    typeof alarm.$inferSelect,
  ]
  const began = chainFrom?.getTime() ?? 0
  expect((await turned(new Date(began - 1))).alarms).toEqual([])
  expect(await detail()).toMatchObject({ handling: 'new', chain: { isOver: false } })
  expect((await turned(new Date(began))).alarms).toMatchObject([{ id }])
})
