import { expect, test } from 'vitest'
import type { Roughness } from '#shared/rough-houses.ts'
import type { HouseType } from '#shared/signals.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import type { Breed } from '#shared/standards/standards.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { makeGateway, metricsOf, play, reportsOf } from '#simulator/gateway.ts'
import { alarmFarm, type Controller, MINUTE } from './testing/alarm-farm.ts'

const farm = alarmFarm()
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Morning of a winter day at the farm. */
const START = Date.parse('2026-01-15T00:00:00Z')
const STEP = MINUTE

const manners: [string, Roughness[]][] = [
  ['a neat controller', []],
  ['one that reports rarely and works out no averages', ['rare', 'probes', 'dropouts']],
  [
    'one in parts, with sensors and counters that lie',
    ['parts', 'sentinels', 'counters', 'flicker', 'dropouts'],
  ],
]

interface Kind {
  type: HouseType
  breed: Breed
  birds: number
  /** ° */
  latitude: number
}
const layers: Kind = { type: 'layer', breed: 'hyline-brown', birds: 30_000, latitude: 36.7 }
const broilers: Kind = { type: 'broiler', breed: 'ross308', birds: 25_000, latitude: 52.1 }
const inTropics: Kind = { type: 'broiler', breed: 'cobb500', birds: 25_000, latitude: 14.8 }
const pullets: Kind = { type: 'pullet', breed: 'hyline-brown', birds: 30_000, latitude: 36.7 }
const breeders: Kind = { type: 'breeder', breed: 'ross308-ps', birds: 9_000, latitude: 14.8 }

/** A simulated house, by default of layers, that speaks to the server's alarms, as it reads from the wire. */
async function houseThat(rough: Roughness[], seed: number, kind = layers, placedOn = '2025-09-01') {
  const { made } = await farm.controllers(1, placedOn, kind.type)
  const gateway = makeGateway({
    fleet: { mqtt: { url: 'mqtt://127.0.0.1:1' }, group: 'farm', hostId: 'host' },
    spec: {
      code: 'GW-1',
      secret: 'secret',
      devices: [
        {
          code: 'C-1',
          house: {
            ...kind,
            name: 'House 1',
            lengthM: 90,
            widthM: 14,
            heightM: 3.6,
            longitude: 119.1,
            timeZone: 'Asia/Shanghai',
            placedOn,
            seed,
            faults: 0,
            rough,
          },
        },
      ],
    },
    startAt: farm.now,
    // A house that has just been made has its controller just switched on: it ventilates too little for grown birds.
    warmUp: 60,
    keep: 10,
    buffer: 10,
    log: () => {},
  })
  const [controller] = gateway.controllers
  if (!controller || !made[0]) throw new Error('no controller')
  return { gateway, controller, at: made[0] }
}

/** Lives on for so long; what the controller tells is heard at once. */
function live(
  { controller, at }: { controller: Awaited<ReturnType<typeof houseThat>>['controller']; at: Controller },
  ms: number,
) {
  for (const until = farm.now + ms; farm.now < until; ) {
    play(controller.house, STEP / 1_000)
    farm.pass(STEP, STEP)
    for (const sample of reportsOf(controller, farm.now)) {
      const whole = { first: 0, count: sample.metrics.length, isPast: false }
      const told: Record<string, MetricValue> = {}
      for (const [i, { value }] of metricsOf(controller, sample, whole).entries())
        told[sample.metrics[i]?.name ?? ''] = value ?? null
      farm.report(at, told)
    }
  }
}

/** What a house doubts rightly: a meter that flickers and begins anew. */
const lies: Partial<Record<Roughness, string>> = { flicker: 'ProbeWrong.jumped:Water/Meter1/Total' }

test.each(manners)(
  'a healthy house with %s wakes nobody in three days, and only its own lies are doubted',
  async (_, rough) => {
    farm.now = START
    await farm.start()
    const house = await houseThat(rough, 11)
    await farm.rereadHouses()
    live(house, 3 * DAY)
    await farm.settled()
    const rang = (await farm.alarmsOf(house.at)).map(({ code, level, value }) => ({ code, level, value }))
    expect(rang.filter(({ level }) => level === 'critical' || level === 'emergency')).toEqual([])
    const own = rough.flatMap(name => lies[name] ?? [])
    expect(rang.filter(({ code }) => !own.includes(code))).toEqual([])
  },
)

const neat: Roughness[] = []
const rare: Roughness[] = ['rare', 'probes', 'dropouts']
const lying: Roughness[] = ['parts', 'sentinels', 'counters', 'flicker', 'dropouts']
/** Every type at several ages, in the frost, the dry spring, the heat and the autumn, behind every manner of reporting. */
const seasons: [day: string, ageDays: number, Kind, Roughness[]][] = [
  ['2026-01-15', 200, layers, rare],
  ['2026-01-15', 1, broilers, neat],
  ['2026-01-15', 60, pullets, lying],
  ['2026-04-15', 200, layers, neat],
  ['2026-04-15', 20, inTropics, lying],
  ['2026-04-15', 250, breeders, rare],
  ['2026-07-15', 35, broilers, lying],
  ['2026-07-15', 35, inTropics, neat],
  ['2026-07-15', 200, layers, rare],
  ['2026-10-15', 10, broilers, rare],
  ['2026-10-15', 5, pullets, neat],
  ['2026-10-15', 400, layers, lying],
]
test.each(seasons)(
  'from %s on a healthy house with birds of day %i (%j, %j) rings nothing in two days',
  async (day, ageDays, kind, rough) => {
    farm.now = Date.parse(`${day}T00:00:00Z`)
    await farm.start()
    const house = await houseThat(rough, 17, kind, daysAfter(day, -ageDays))
    await farm.rereadHouses()
    live(house, 2 * DAY)
    await farm.settled()
    const own = rough.flatMap(name => lies[name] ?? [])
    const rang = (await farm.alarmsOf(house.at)).map(({ code, level, value }) => ({ code, level, value }))
    expect(rang.filter(({ code }) => !own.includes(code))).toEqual([])
  },
)

const faults = [
  ['water', 0, ['WaterNone', 'WaterStopped']],
  ['power', 0, ['PowerFail', 'MainsLost']],
  ['fan', 1, ['FanGroupFault1', 'FansFaulty']],
  ['probe', 3, ['SensorTemp3']],
  ['feed', 0, ['FeedOverrun']],
  ['door', 0, ['InletStuck']],
  ['clock', 0, ['ClockDrift']],
] as const

test.each(manners)(
  'every fault planted in a house with %s rings by its own alarm or by ours',
  async (_, rough) => {
    farm.now = START
    await farm.start()
    const house = await houseThat(rough, 12)
    await farm.rereadHouses()
    // Until the birds are awake.
    live(house, 4 * HOUR)
    for (const [fault, number, codes] of faults) {
      const before = new Set((await farm.alarmsOf(house.at)).map(({ id }) => id))
      const order = { device: 'C-1', fault, number }
      house.gateway.plant({ ...order, isPlanted: true })
      live(house, fault === 'feed' ? 3 * HOUR : 75 * MINUTE)
      house.gateway.plant({ ...order, isPlanted: false })
      live(house, HOUR)
      await farm.settled()
      const rang = (await farm.alarmsOf(house.at)).filter(({ id }) => !before.has(id)).map(({ code }) => code)
      expect(
        rang.filter(code => codes.some(expected => expected === code)),
        fault,
      ).not.toEqual([])
    }
  },
)

test.each(manners)(
  'a power failure in a house with %s rings for the generator when it does not start, and only then',
  async (_, rough) => {
    farm.now = START
    await farm.start()
    const house = await houseThat(rough, 13)
    await farm.rereadHouses()
    live(house, HOUR)
    const order = { device: 'C-1', number: 0, isPlanted: true } as const
    const generatorRang = async () => {
      await farm.settled()
      return (await farm.alarmsOf(house.at)).filter(({ code }) => code === 'GeneratorNotRunning')
    }
    house.gateway.plant({ ...order, fault: 'power' })
    live(house, 20 * MINUTE)
    house.gateway.plant({ ...order, fault: 'power', isPlanted: false })
    live(house, 20 * MINUTE)
    expect(await generatorRang()).toEqual([])
    house.gateway.plant({ ...order, fault: 'generator' })
    house.gateway.plant({ ...order, fault: 'power' })
    live(house, 3 * MINUTE)
    expect(await generatorRang()).toMatchObject([{ level: 'emergency', condition: 'active' }])
    house.gateway.plant({ ...order, fault: 'generator', isPlanted: false })
    live(house, 3 * MINUTE)
    expect(await generatorRang()).toMatchObject([{ condition: 'cleared' }])
  },
)
