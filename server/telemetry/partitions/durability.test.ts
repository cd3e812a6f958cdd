import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BusyFarm, type FarmDb, fillFarm, openFarmDb } from '#server/testing/busy-farm.ts'
import { loadMetrics } from '#server/testing/load-metrics.ts'
import { type RealServer, startRealServer } from '#server/testing/real-server.ts'
import { type SteadfastGateway, startSteadfastGateway } from '#server/testing/steadfast-gateway.ts'
import { type Mosquitto, noMosquitto, startMosquitto } from '../testing/mosquitto.ts'

const METRICS = 40
/** Reports that a round waits for, of all gateways together. */
const SOME = 200
/** Beyond what mosquitto queues by default, and what it was seen to leave behind. */
const MANY = 3_000
const WAIT = { timeout: 60_000, interval: 500 }

let broker: Mosquitto
let first: RealServer
let second: RealServer
let database: FarmDb
let farm: BusyFarm
let gateways: SteadfastGateway[] = []
let acks = 0

describe.skipIf(noMosquitto)(`an outside broker with two processes of the server${noMosquitto}`, () => {
  beforeAll(async () => {
    broker = await startMosquitto([
      'allow_anonymous true',
      'autosave_on_changes false',
      'autosave_interval 2',
    ])
    first = await startRealServer({ MQTT_URL: broker.url, MQTT_CLIENT_ID: 'first' })
    database = openFarmDb(first.superuserUrl)
    farm = await fillFarm(database, { customers: 1, gateways: 8, controllers: 2 })
    // Its database lives on.
    await first.kill()
    await first.start()
    second = await startRealServer({
      MQTT_URL: broker.url,
      MQTT_CLIENT_ID: 'second',
      DATABASE_URL: first.superuserUrl,
    })
  })
  afterEach(() => {
    for (const gateway of gateways) gateway.destroy()
  })
  afterAll(async () => {
    await database?.close()
    await second?.remove()
    await first?.remove()
    await broker?.remove()
  })

  /** Begins to send, half of the gateways with births at QoS 0, as Sparkplug has them. */
  function send(): void {
    acks = 0
    gateways = farm.gateways.map((gateway, i) =>
      startSteadfastGateway(gateway, {
        port: Number(new URL(broker.url).port),
        metrics: loadMetrics(METRICS),
        everyMs: 20,
        qosOfBirths: i % 2 === 0 ? 0 : 1,
        onAck: () => acks++,
      }),
    )
  }
  /** Until so many more are acknowledged. */
  async function acknowledged(more: number): Promise<void> {
    const wanted = acks + more
    await expect.poll(() => acks, WAIT).toBeGreaterThanOrEqual(wanted)
  }
  const holders = async () =>
    (
      await database.pool.query<{ holder: string; n: number }>(
        'select holder, count(*)::int as n from node_partition where holder is not null group by 1 order by 1',
      )
    ).rows.map(({ holder, n }) => `${holder} ${n}`)

  /** By the gateways' own names; complete rows only. */
  async function stored(): Promise<string[]> {
    const { rows } = await database.pool.query<{ key: string }>(
      `select d.code || ' ' || (extract(epoch from r.at) * 1000)::bigint as key
       from report r join device d on d.serial = r.device
       where cardinality(array_remove(r."values", null)) + cardinality(coalesce(array_remove(r.exact, null), '{}')) = $1`,
      [METRICS],
    )
    return rows.map(({ key }) => key)
  }
  /** Everything acknowledged until now gets stored, and nothing twice. */
  async function expectAllStored(): Promise<void> {
    const until = gateways.flatMap(gateway => [...gateway.acknowledged])
    expect(until.length).toBeGreaterThan(0)
    await expect
      .poll(async () => {
        const known = new Set(await stored())
        return until.filter(key => !known.has(key)).length
      }, WAIT)
      .toBe(0)
    const all = await stored()
    expect(all.length - new Set(all).size).toBe(0)
  }
  const both = () => expect.poll(holders, WAIT).toEqual(['first 8', 'second 8'])

  test('each holds half of the partitions', both)

  test.each([
    ['the second is killed', () => second, 'kill', 'first 16'],
    ['the first is killed', () => first, 'kill', 'second 16'],
    // The first has the database.
    ['the second is stopped', () => second, 'stop', 'first 16'],
  ] as const)('%s: what it held is stored by the other, until it is back', async (_, gone, end, left) => {
    await both()
    send()
    await acknowledged(SOME)
    await gone()[end]()
    await acknowledged(SOME)
    await expectAllStored()
    expect(await holders()).toEqual([left])
    await gone().start()
    await both()
    await acknowledged(SOME)
    await Promise.all(gateways.map(gateway => gateway.finish()))
    await expectAllStored()
  })

  test('what is sent while both are away is stored when they are back, though the broker was restarted meanwhile', async () => {
    await both()
    send()
    await acknowledged(SOME)
    await Promise.all([first.kill(), second.kill()])
    await acknowledged(MANY)
    await broker.stop('SIGTERM')
    await broker.start()
    // Births are among what waits, and those at QoS 0 are lost.
    for (const gateway of gateways) gateway.cut()
    await acknowledged(MANY)
    // The first has the database.
    await first.start()
    await second.start()
    await acknowledged(SOME)
    await Promise.all(gateways.map(gateway => gateway.finish()))
    await expectAllStored()
  })

  test('a broker that is restarted under load has lost nothing that it acknowledged', async () => {
    await both()
    send()
    for (let round = 0; round < 3; round++) {
      await acknowledged(SOME)
      await broker.stop('SIGTERM')
      await broker.start()
    }
    await acknowledged(SOME)
    await Promise.all(gateways.map(gateway => gateway.finish()))
    await expectAllStored()
  })
})
