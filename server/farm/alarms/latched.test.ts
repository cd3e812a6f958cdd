import { describe, expect, test } from 'vitest'
import { alarms as alarmRoutes } from '#shared/contracts/alarms.ts'
import { alarms } from '#shared/signals.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { alarmFarm, MINUTE } from './testing/alarm-farm.ts'

const farm = alarmFarm()

type Said = Record<string, MetricValue>
interface Course {
  name: string
  /** The alarm begins, its trouble ends while the controller holds it, and it is reset at the panel. */
  begins: readonly Said[]
  held: readonly Said[]
  reset: readonly Said[]
}
const patternsOf = (code: string): readonly Course[] => {
  const [active, latched] = [`Alarm/${code}`, `Latched/${code}`]
  return [
    {
      name: 'says so from the beginning',
      begins: [{ [active]: true, [latched]: true }],
      held: [{ [active]: false }],
      reset: [{ [latched]: false }],
    },
    {
      name: 'says both in each message',
      begins: [{ [active]: true, [latched]: false }],
      held: [{ [active]: false, [latched]: true }],
      reset: [{ [active]: false, [latched]: false }],
    },
    {
      name: 'says it in messages of their own',
      begins: [{ [active]: true }],
      held: [{ [latched]: true }, { [active]: false }],
      reset: [{ [active]: false }, { [latched]: false }],
    },
    {
      name: 'repeats what is so',
      begins: [{ [active]: true, [latched]: true }, { [active]: true }],
      held: [{ [active]: false, [latched]: true }, { [active]: false }, { [active]: false, [latched]: true }],
      reset: [
        { [active]: false, [latched]: false },
        { [active]: false, [latched]: false },
      ],
    },
  ]
}
/** One of each kind: numbered alarms differ by their number only. */
const codes = alarms
  .map(({ code }) => code)
  .filter(code => !/^(SensorTemp|FanGroupFault)([2-9]|1\d)$/.test(code))
/** Birds stand well in this house, whatever its controller holds. */
const well: Said = { 'Climate/Temp/Avg': 21, 'Climate/Temp/Target': 21, 'Power/MainsOk': true }

type Reporting = Parameters<typeof farm.report>[0]

async function saying(controller: Reporting, parts: readonly Said[]): Promise<void> {
  for (const part of parts) {
    farm.report(controller, part)
    farm.now += 1_000
    await farm.settled()
  }
}

describe.each(patternsOf('').map(({ name }, i) => ({ name, i })))('a controller that $name', ({ i }) => {
  const courseOf = (code: string): Course => patternsOf(code)[i] as Course
  test('holds each of its alarms until it is reset at the panel, whatever its readings say', async () => {
    const { made } = await farm.controllers(codes.length, null)
    await farm.start()
    const each = made.map((controller, at) => ({ controller, code: codes[at] ?? '' }))
    const say = async (phase: 'begins' | 'held' | 'reset') => {
      const longest = Math.max(...each.map(({ code }) => courseOf(code)[phase].length))
      for (let part = 0; part < longest; part++) {
        for (const { controller, code } of each) {
          const said = courseOf(code)[phase][part]
          if (said) farm.report(controller, said)
        }
        farm.now += 1_000
        await farm.settled()
      }
    }
    const own = async () => {
      const rows = await farm.allAlarms()
      return each.map(({ controller, code }) =>
        rows
          .filter(row => row.code === code && row.subjectId === controller.id)
          .map(({ condition, latchedAt, endReason, repeats }) =>
            [code, condition, latchedAt === null ? 'free' : 'held', endReason, repeats].join(),
          ),
      )
    }
    const allAre = (rest: string) => codes.map(code => [`${code},${rest}`])
    for (const { controller } of each) farm.report(controller, well)
    await say('begins')
    expect(await own()).toEqual(allAre('active,free,,0'))
    await say('held')
    expect(await own()).toEqual(allAre('active,held,,0'))
    for (let minute = 0; minute < 20; minute++) {
      for (const { controller } of each) farm.report(controller, well)
      farm.pass(MINUTE, MINUTE)
    }
    await farm.restart()
    await farm.settled()
    expect(await own()).toEqual(allAre('active,held,,0'))
    await say('reset')
    expect(await own()).toEqual(allAre('cleared,free,,0'))
  })
})

test('nobody closes what the controller holds; its trouble coming back is told at once, as the same alarm', async () => {
  const controller = await farm.controller(null)
  await farm.start()
  const only = async () => {
    const [row] = await farm.alarmsOf(controller)
    if (!row) throw new Error('there is no alarm')
    return row
  }
  await saying(controller, [{ 'Alarm/HeaterFault': true, 'Latched/HeaterFault': true }])
  const { id } = await only()
  await saying(controller, [{ 'Alarm/HeaterFault': false }])
  const manager = await farm.app.as({
    office: farm.app.offices.sharing,
    kind: 2,
    grants: ['house_alarm:query', 'house_alarm:get', 'house_alarm:edit'],
  })
  const shown = await manager.call(alarmRoutes.get, { params: { id } })
  expect(shown).toMatchObject({ condition: 'active', latchedAt: expect.any(String), clearedAt: null })
  const listed = await manager.call(alarmRoutes.list, { query: { condition: 'latched' } })
  expect(listed.items.map(each => each.id)).toContain(id)
  expect((await manager.call(alarmRoutes.counts)).condition.latched).toBeGreaterThan(0)
  const refused = await manager.ask(alarmRoutes.solve, { params: { id }, body: { cause: 'fixed' } })
  expect(refused.statusCode).toBe(409)
  expect(await only()).toMatchObject({ condition: 'active', latchedAt: expect.any(Date) })
  farm.now += 30 * MINUTE
  await saying(controller, [{ 'Alarm/HeaterFault': true }])
  expect(await only()).toMatchObject({ id, condition: 'active', latchedAt: null, repeats: 1 })
  const titles = (await farm.noticesOf(id)).map(({ title }) => title['en-US'])
  expect(titles.some(title => title.includes('came back'))).toBe(true)
})

test('what is still told of an alarm that is held says where it is reset', async () => {
  const controller = await farm.controller(null)
  await farm.start()
  await saying(controller, [
    { 'Alarm/InletStuck': true, 'Latched/InletStuck': true },
    { 'Alarm/InletStuck': false },
  ])
  const [row] = await farm.alarmsOf(controller)
  await farm.passes(6)
  await farm.tellUnseen()
  const titles = (await farm.noticesOf(row?.id)).map(({ title }) => title)
  expect(titles.some(title => title['en-US'].includes('held at the controller: reset it at the panel'))).toBe(
    true,
  )
  expect(titles.some(title => title['zh-CN'].includes('请到面板上复位'))).toBe(true)
})

test('while it is only held, our own rule watches what it no longer does', async () => {
  const controller = await farm.controller()
  await farm.start()
  await saying(controller, [
    { ...well, 'Alarm/PowerFail': true, 'Latched/PowerFail': true },
    { 'Alarm/PowerFail': false },
  ])
  farm.report(controller, { 'Power/MainsOk': false })
  for (let minute = 0; minute < 3; minute++) farm.pass(MINUTE, 1_000)
  await farm.settled()
  expect((await farm.alarmsOf(controller)).map(({ code }) => code)).toContain('MainsLost')
})
