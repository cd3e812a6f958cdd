import { describe, expect, test } from 'vitest'
import type { HouseSpec } from './fleet.ts'
import type { Gateway } from './gateway.ts'
import { makeGateway, play } from './gateway.ts'
import { liveThrough } from './history.ts'
import type { House } from './house-parts.ts'
import { HOUSE } from './testing/farm.ts'
import { DAY, SUMMER, WINTER } from './testing/house.ts'

/** A gateway with one house that has not lived yet and never connects. */
function unborn(startAt: number, house: Partial<HouseSpec> = {}): { gateway: Gateway; house: House } {
  const gateway = makeGateway({
    fleet: { mqtt: { url: 'mqtt://127.0.0.1:1' }, group: 'farm', hostId: 'host' },
    spec: {
      code: 'GW-1',
      secret: 'secret',
      devices: [{ code: 'C-1', house: { ...HOUSE, ...house } }],
    },
    startAt,
    keep: 10_000,
    buffer: 10_000,
    log: () => {},
  })
  return { gateway, house: (gateway.controllers[0] as Gateway['controllers'][number]).house }
}

const dateBefore = (at: number, days: number) => new Date(at - days * DAY).toISOString().slice(0, 10)

/** [ms, value] for each time a metric was recorded. */
function recorded(gateway: Gateway, name: string): [number, number][] {
  gateway.log.recall()
  const found: [number, number][] = []
  for (let sample = gateway.log.nextUndelivered(); sample; sample = gateway.log.nextUndelivered()) {
    const place = sample.metrics.findIndex(metric => metric.name === name)
    if (place >= 0) found.push([sample.at, sample.values[place] as number])
  }
  return found
}

/** Mean over time of what was recorded: a value holds until the next one. */
function meanOf(course: [number, number][]): number {
  let [sum, time] = [0, 0]
  for (const [i, [at, value]] of course.entries()) {
    const before = course[i - 1]
    if (!before) continue
    sum += value * (at - before[0])
    time += at - before[0]
  }
  return sum / time
}

/** Counts the steps of a house, and their air and heat. */
function watch(house: House) {
  const seen = { longest: 0, time: 0, air: 0, heat: 0 }
  const step = house.step
  house.step = seconds => {
    step(seconds)
    seen.longest = Math.max(seen.longest, seconds)
    seen.time += seconds
    seen.air += house.movement.airflow * seconds
    seen.heat += (house.controller.heating[0] ?? 0) * seconds
  }
  return seen
}

describe('the record of the past', () => {
  test('contains the air moved by fans and the heating, though both follow the fan timer', async () => {
    const { gateway, house } = unborn(WINTER, { placedOn: dateBefore(WINTER, 10) })
    const seen = watch(house)
    await liveThrough(gateway, () => WINTER + DAY)
    expect(house.controller.level).toBeLessThan(6)
    const [air, heat] = [recorded(gateway, 'Air/AirFlow'), recorded(gateway, 'Heat/Z1/Output')]
    expect(meanOf(air) / (seen.air / seen.time)).toBeCloseTo(1, 1)
    expect(meanOf(heat) / (seen.heat / seen.time)).toBeCloseTo(1, 1)
    const fan = recorded(gateway, 'Fan/G01/State').map(([, state]) => state)
    expect(new Set(fan)).toEqual(new Set([2]))
  })

  test('shows that pads on the timer ran', async () => {
    const { gateway, house } = unborn(SUMMER, {
      placedOn: dateBefore(SUMMER, 38),
      latitude: 14.8,
      longitude: 100.6,
      timeZone: 'Asia/Bangkok',
    })
    let [wet, time] = [0, 0]
    const step = house.step
    house.step = seconds => {
      step(seconds)
      if (house.controller.padStage > 0) wet += seconds
      time += seconds
    }
    await liveThrough(gateway, () => SUMMER + DAY)
    const pads = recorded(gateway, 'Cool/Pad/State')
    expect(wet / time).toBeGreaterThan(0.1)
    expect(meanOf(pads)).toBeGreaterThan((0.8 * wet) / time)
  })

  test('keeps a power failure of two minutes, at its time', async () => {
    const { gateway, house } = unborn(WINTER)
    const [off, on] = [WINTER, WINTER + 120_000]
    house.faults.breakDown({ kind: 'mains', index: 0, until: on })
    await liveThrough(gateway, () => WINTER + DAY / 24)
    const alarm = recorded(gateway, 'Alarm/PowerFail')
    const raised = alarm.find(([, value]) => value === 1)?.[0] ?? 0
    expect(raised - off).toBeGreaterThan(0)
    expect(raised - off).toBeLessThanOrEqual(60_000)
    const gone = alarm.find(([at, value]) => at > raised && value === 0)?.[0] ?? 0
    expect(gone - on).toBeGreaterThanOrEqual(0)
    expect(gone - on).toBeLessThanOrEqual(60_000)
    const mains = recorded(gateway, 'Power/MainsOk').slice(0, 2)
    expect(mains.map(([, value]) => value)).toEqual([0, 1])
    expect((mains[1]?.[0] ?? 0) - on).toBeLessThan(20_000)
  })

  test('is lived at the pace of the present, and so is a pause of the machine', async () => {
    const { gateway, house } = unborn(WINTER)
    const seen = watch(house)
    await liveThrough(gateway, () => WINTER + DAY / 24)
    play(house, 3 * 3600)
    expect(seen.time).toBe(4 * 3600)
    expect(seen.longest).toBeLessThanOrEqual(10)
  })
})

test('an alarm of the past comes with the value that it is about, beyond the limit', async () => {
  const { gateway, house } = unborn(SUMMER, { placedOn: dateBefore(SUMMER, 35) })
  for (let group = 1; group <= 12; group++)
    house.faults.breakDown({ kind: 'fanGroup', index: group, until: SUMMER + DAY / 24 })
  await liveThrough(gateway, () => SUMMER + DAY / 12)
  const rang = recorded(gateway, 'Alarm/HighTemp').find(([, value]) => value === 1)
  const at = (name: string) => recorded(gateway, name).find(([time]) => time === rang?.[0])?.[1] ?? Number.NaN
  expect(rang).toBeDefined()
  expect(at('Climate/Temp/Avg')).toBeGreaterThan(at('Climate/Temp/Target') + 2)
  expect(at('Climate/Temp/Avg')).toBeGreaterThan(at('Climate/Temp/Outdoor'))
})
