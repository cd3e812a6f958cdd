import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DemoFault } from '#shared/demo-faults.ts'
import { bookkeeping, settingByName } from '#shared/signals.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { soon } from '#shared/testing/soon.ts'
import { bookkeepingMetrics } from './announced.ts'
import { commandDesk } from './commands.ts'
import { makeHouse } from './house.ts'
import { HouseMemory, memoryOf } from './house-memory.ts'
import type { Heard } from './testing/farm.ts'
import { HOUSE, openFarm } from './testing/farm.ts'

let farm: Awaited<ReturnType<typeof openFarm>>

beforeEach(async () => {
  farm = await openFarm()
})

afterEach(() => farm.close())

describe('commands', () => {
  const send = (
    settings: Record<string, number | boolean>,
    steering: Partial<Record<keyof typeof bookkeeping, MetricValue>>,
  ) =>
    farm.command('spBv1.0/farm/DCMD/GW-1/C-1', [
      ...Object.entries(steering).map(([name, value]) => ({
        name,
        datatype: bookkeeping[name as keyof typeof bookkeeping],
        value: value ?? null,
      })),
      ...Object.entries(settings).map(([name, value]) => ({
        name,
        datatype: settingByName(name)?.datatype ?? DataType.Float,
        value,
      })),
    ])

  /** The answer to a command by its id. */
  async function answerTo(id: string, count = 1): Promise<Heard> {
    const alias = bookkeepingMetrics['Command/LastId']?.alias
    let answers: Heard[] = []
    await soon(() => {
      answers = farm
        .of('DDATA')
        .filter(({ payload }) =>
          payload.metrics.some(metric => metric.alias === alias && metric.value === id),
        )
      expect(answers).toHaveLength(count)
    })
    return answers[count - 1] as Heard
  }

  const OFFSET = 'Settings/Temp/TargetOffset'

  test('a setting in range is accepted and read back, and raises the version once, however often it is sent', async () => {
    await farm.born()
    const steering = { 'Command/Id': 'a', 'Command/ExpectedVersion': 1n, 'Command/User': 'Li' }
    send({ [OFFSET]: 1.3 }, steering)
    const answer = await answerTo('a')
    expect(farm.reading(answer, 'Command/Result')).toBe(0)
    expect(farm.reading(answer, 'Settings/Version')).toBe(2n)
    expect(farm.reading(answer, OFFSET)).toBeCloseTo(1.3, 5)
    send({ [OFFSET]: 1.3 }, steering)
    expect(farm.reading(await answerTo('a', 2), 'Settings/Version')).toBe(2n)
    expect(farm.gateway.controllers[0]?.house.settings.get(OFFSET)).toBe(1.3)
    expect(farm.gateway.controllers[1]?.house.settings.get(OFFSET)).toBe(0)
  })

  test.each([
    ['out of range', { [OFFSET]: 9 }, {}, 1, OFFSET],
    ['at another version', { [OFFSET]: 1 }, { 'Command/ExpectedVersion': 7n }, 3, 'version 1'],
    ['with an unknown setting', { 'Settings/Nothing': 1, [OFFSET]: 1 }, {}, 4, 'Settings/Nothing'],
    ['with nothing in it', {}, {}, 4, 'no setting'],
    ['that comes too late', { [OFFSET]: 1 }, { 'Command/ExpiresAt': Date.now() - 1000 }, 7, 'time'],
    [
      'against the rules between fields',
      { 'Settings/Vent/MinMax/P01/Max': 1, 'Settings/Vent/MinMax/P01/Min': 5 },
      {},
      1,
      'MinMax',
    ],
  ])('a command %s is refused and changes nothing', async (_case, settings, steering, result, reason) => {
    await farm.born()
    const house = farm.gateway.controllers[0]?.house
    const before = [...(house?.settings.all() ?? [])]
    send(settings as Record<string, number>, { 'Command/Id': 'b', ...steering })
    const answer = await answerTo('b')
    expect(farm.reading(answer, 'Command/Result')).toBe(result)
    expect(farm.reading(answer, 'Command/Message')).toContain(reason)
    expect([...(house?.settings.all() ?? [])]).toEqual(before)
    expect(house?.settings.version()).toBe(1n)
  })

  const NIGHT = 'Settings/Temp/NightSetback'
  const plant = (fault: DemoFault, isPlanted = true) =>
    farm.gateway.plant({ device: 'C-1', fault, number: 0, isPlanted })

  test.each([
    ['locked', 2, 0],
    ['controller', 5, 0],
    ['half', 6, 1],
    ['refusing', 8, 0],
    ['busy', 9, 0],
  ] as const)('a controller in trouble (%s) answers so', async (fault, result, offset) => {
    await farm.born()
    plant(fault)
    send({ [OFFSET]: 1, [NIGHT]: -1 }, { 'Command/Id': 'd' })
    const answer = await answerTo('d')
    expect(farm.reading(answer, 'Command/Result')).toBe(result)
    expect([farm.reading(answer, OFFSET), farm.reading(answer, NIGHT)]).toEqual([offset, 0])
    plant(fault, false)
    send({ [OFFSET]: 1, [NIGHT]: -1 }, { 'Command/Id': 'e' })
    expect(farm.reading(await answerTo('e'), 'Command/Result')).toBe(0)
  })

  test('a busy controller executes the same command when it comes again', async () => {
    await farm.born()
    plant('busy')
    send({ [OFFSET]: 1 }, { 'Command/Id': 'f' })
    expect(farm.reading(await answerTo('f'), 'Command/Result')).toBe(9)
    plant('busy', false)
    send({ [OFFSET]: 1 }, { 'Command/Id': 'f' })
    const answer = await answerTo('f', 2)
    expect([farm.reading(answer, 'Command/Result'), farm.reading(answer, OFFSET)]).toEqual([0, 1])
  })

  test('a change at the panel is reported at once, with a new version', async () => {
    await farm.born()
    plant('panel')
    await soon(() => {
      const told = farm.of('DDATA').find(message => farm.reading(message, 'Settings/Version') === 2n)
      expect(farm.reading(told, OFFSET)).toBe(0.5)
    })
  })

  test('a temporary change is reverted by itself', async () => {
    await farm.born()
    const now = Date.now()
    send({ [OFFSET]: -2 }, { 'Command/Id': 'c', 'Command/RevertAt': now + 60_000 })
    await answerTo('c')
    farm.gateway.tick(5, now + 61_000)
    await soon(() => expect(farm.reading(farm.of('DDATA').at(-1), 'Climate/Temp/Target')).toBeDefined())
    expect(farm.gateway.controllers[0]?.house.settings.get(OFFSET)).toBe(0)
    const returned = farm.of('DDATA').find(message => farm.reading(message, 'Settings/Version') === 3n)
    expect(farm.reading(returned, OFFSET)).toBe(0)
  })

  test('what is to follow by itself is reported, replaced by the next command, and outlives the process', async () => {
    await farm.born()
    const now = Date.now()
    const plan = (...steps: [number, number][]) =>
      JSON.stringify(steps.map(([at, value]) => ({ at: now + at, values: { [OFFSET]: value } })))
    send({ [OFFSET]: 1 }, { 'Command/Id': 'h', 'Command/Returns': plan([60_000, 0]) })
    expect(farm.reading(await answerTo('h'), 'Command/Returns')).toBe(plan([60_000, 0]))
    const second = plan([30_000, 1], [60_000, 0])
    send({ [OFFSET]: 2 }, { 'Command/Id': 'i', 'Command/Returns': second })
    expect(farm.reading(await answerTo('i'), 'Command/Returns')).toBe(second)
    const [controller] = farm.gateway.controllers
    if (!controller) throw new Error('The gateway has no controller')
    const kept = HouseMemory.parse(JSON.parse(JSON.stringify(memoryOf(controller.house, controller.desk))))
    const later = makeHouse(HOUSE, now, kept)
    const desk = commandDesk(later, kept.desk)
    expect(desk.last()?.id).toBe('i')
    expect([desk.revertDue(now + 31_000), later.settings.get(OFFSET)]).toEqual([[OFFSET], 1])
    expect([desk.revertDue(now + 61_000), later.settings.get(OFFSET)]).toEqual([[OFFSET], 0])
    expect(desk.returns()).toEqual([])
  })

  test('a permanent command and an edit at the panel cancel what was planned', async () => {
    await farm.born()
    const now = Date.now()
    const returns = JSON.stringify([{ at: now + 60_000, values: { [OFFSET]: 0 } }])
    const house = farm.gateway.controllers[0]?.house
    send({ [OFFSET]: 1 }, { 'Command/Id': 'j', 'Command/Returns': returns })
    await answerTo('j')
    send({ [OFFSET]: -0.5 }, { 'Command/Id': 'k', 'Command/Returns': '[]' })
    expect(farm.reading(await answerTo('k'), 'Command/Returns')).toBe('[]')
    send({ [OFFSET]: 1 }, { 'Command/Id': 'l', 'Command/Returns': returns })
    await answerTo('l')
    plant('panel')
    farm.gateway.tick(5, now + 61_000)
    expect(house?.settings.get(OFFSET)).toBe(0.5)
  })

  test('rubbish sent as a command is logged and harms nothing', async () => {
    await farm.born()
    farm.rubbish('spBv1.0/farm/DCMD/GW-1/C-1')
    await soon(() => expect(farm.said.some(text => text.includes('could not be read'))).toBe(true))
    expect(farm.gateway.node.isBorn()).toBe(true)
  })
})
