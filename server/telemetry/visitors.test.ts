import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_DATA_WARNING_S } from '#shared/limits.ts'
import { decodePayload } from '#shared/sparkplug/decode.ts'
import { eventually } from './testing/eventually.ts'
import { type DeviceFarm, deviceFarm } from './testing/farm.ts'
import { type Mosquitto, noMosquitto, startMosquitto } from './testing/mosquitto.ts'
import { connectPeer, type Peer, TEMPERATURE } from './testing/peer.ts'
import { quickClock } from './testing/quick-clock.ts'
import { burdens, MINUTE, type Visiting, visiting, ways } from './testing/visiting-nodes.ts'

const clock = quickClock()
const SECOND = 1_000
const REPORTS = 7
const GAPS_MIN = [1, 5, 15]

/** Runs what is due, each at its time, all of one time at once. */
async function inTurn(due: { at: number; run: () => Promise<void> }[]): Promise<void> {
  const turns = [...Map.groupBy(due, ({ at }) => at)].sort(([a], [b]) => a - b)
  for (const [at, those] of turns) {
    clock.to(at)
    await Promise.all(those.map(({ run }) => run()))
  }
}

/** What a node that is known to report so rarely is allowed, ms. */
const allowedOf = ({ everyMs }: Visiting, limitS = NO_DATA_WARNING_S) =>
  Math.max(everyMs * 1.5, limitS * SECOND)

const codeOf = (topic: string) => topic.split('/').at(-1) ?? ''

/** Starts a device side and says what its nodes can do. */
function setUp(isOutside: boolean) {
  let farm: DeviceFarm
  let broker: Mosquitto | undefined
  let listener: MqttClient | undefined
  /** When the server last asked for births, by the code of the node. ms since 1970 */
  const asked = new Map<string, number>()
  beforeAll(async () => {
    broker = isOutside ? await startMosquitto() : undefined
    farm = await deviceFarm(broker && { mqttUrl: broker.url })
    if (!broker) return
    listener = await mqtt.connectAsync(broker.url, { keepalive: 0 })
    listener.on('message', (topic, payload) =>
      asked.set(codeOf(topic), Number(decodePayload(payload).timestamp)),
    )
    await listener.subscribeAsync('spBv1.0/farm/NCMD/+')
  })
  afterAll(async () => {
    await listener?.endAsync(true)
    await farm?.close()
    await broker?.remove()
  })
  const nodes = visiting(
    () => farm,
    () => broker?.url ?? farm.url,
    !isOutside,
  )
  /** All ways to leave, times what is brought, times how often. */
  async function all(): Promise<Visiting[]> {
    const made: Visiting[] = []
    for (const gapMin of GAPS_MIN)
      for (const way of ways)
        for (const burden of burdens) {
          const everyMs = gapMin * MINUTE
          made.push({ ...(await nodes.register()), everyMs, way, burden, reports: [], left: [] })
        }
    await carry()
    return made
  }
  /**
   * What a node sends comes twice while it is new to the session that stores it: the second copy would come after the clock has
   * gone on. A session that goes on after a restart carries all of its nodes once nothing is behind.
   */
  async function carry(): Promise<void> {
    if (!isOutside) return
    await farm.restart()
    await eventually(() => farm.devices.intake().behind).toBe(0)
  }
  return {
    nodes,
    all,
    carry,
    asked,
    get farm() {
      return farm
    },
  }
}

const brokers: [string, boolean][] = [
  ['the own broker', false],
  ['an outside broker', true],
]
const isSilent = ({ way, burden }: Visiting) => burden === 'data' && way === 'closes'
/** Nobody can see these leave, and they come before they are asked for births: to the server they may be connected. */
const isUnseen = (node: Visiting) => isSilent(node) && node.everyMs < 2 * MINUTE

describe.each(brokers)('nodes that connect for every report, at %s', (name, isOutside) => {
  describe.skipIf(isOutside && noMosquitto !== '')(`${name}${isOutside ? noMosquitto : ''}`, () => {
    const it = setUp(isOutside)

    test('are online from one report to the next, however they leave, and offline when they are missed', async () => {
      const all = await it.all()
      const beganAt = Date.now() + SECOND
      const due = all.flatMap(node =>
        Array.from({ length: REPORTS }, (_, i) => ({
          at: beganAt + i * node.everyMs,
          run: async () => {
            // What the report before said has stood until now.
            if (i > 3 && !(isOutside && isUnseen(node))) await it.nodes.expectToStand(node)
            await it.nodes.report(node)
          },
        })),
      )
      // Nobody sees these leave: that they do not hear a request for births shows it.
      const deaf = all
        .filter(node => isOutside && node.way === 'closes' && node.everyMs >= 5 * MINUTE)
        .flatMap(node =>
          [0, 1, 2].map(i => ({
            at: beganAt + i * node.everyMs + 100 * SECOND,
            run: () =>
              eventually(() => it.asked.get(node.gateway.code) ?? 0).toBeGreaterThanOrEqual(
                node.reports.at(-1) ?? 0,
              ),
          })),
        )
      const ends = all
        .filter(node => !isOutside || !isUnseen(node))
        .flatMap(node => {
          const endsAt = beganAt + (REPORTS - 1) * node.everyMs + allowedOf(node)
          return [
            { at: endsAt - 20 * SECOND, run: () => it.nodes.expectToStand(node) },
            {
              at: endsAt + 30 * SECOND,
              run: async () => {
                await eventually(() => it.nodes.statusOf(node.controller)).toMatchObject({
                  status: 'OFFLINE',
                  reason: 'overdue',
                })
                expect(it.farm.devices.stands(node.controller.id)).toBe(false)
              },
            },
          ]
        })
      await inTurn([...due, ...deaf, ...ends])
      for (const node of all) {
        const label = `${node.controller.code}: ${node.burden}, ${node.way}, ${node.everyMs / MINUTE} min`
        const allowed = (node.reports.at(-1) ?? 0) + allowedOf(node)
        const ended = it.nodes.ends(node)
        for (const at of ended) expect(at, label).toBeGreaterThanOrEqual(allowed)
        if (!(isOutside && isUnseen(node))) {
          expect(ended, label).toHaveLength(1)
          const events = await it.nodes.eventsOf(node.gateway)
          expect(events, label).toContain('visits')
          expect(events, label).not.toContain('credential-twice')
        }
        await it.nodes.forget(node)
      }
    })

    test('are known over a restart, and missed by the limit of their farm', async () => {
      const node: Visiting = {
        ...(await it.nodes.register()),
        everyMs: 5 * MINUTE,
        way: 'dies and closes',
        burden: 'births',
        reports: [],
        left: [],
      }
      await it.carry()
      const { sharing } = it.farm.offices
      const house = await it.farm.buildHouse(sharing, new Date(), node.controller)
      const limitS = 1_200
      const beganAt = Date.now() + SECOND
      const report = (i: number) => ({ at: beganAt + i * node.everyMs, run: () => it.nodes.report(node) })
      await inTurn([0, 1, 2, 3, 4].map(report))
      await it.farm.setSilence(house, limitS)
      await it.farm.restart()
      clock.to(beganAt + 5 * node.everyMs - SECOND)
      await it.nodes.expectToStand(node)
      expect(it.farm.devices.latest(node.controller.id)?.reportIntervalS).toBe(300)
      await inTurn([5, 6].map(report))
      const endsAt = beganAt + 6 * node.everyMs + allowedOf(node, limitS)
      // Its usual limit is over; only the one of its farm holds.
      clock.to(endsAt - 20 * SECOND)
      expect(await it.nodes.statusOf(node.controller)).toMatchObject({ status: 'ONLINE' })
      clock.to(endsAt + 30 * SECOND)
      await eventually(() => it.nodes.statusOf(node.controller)).toMatchObject({ status: 'OFFLINE' })
      expect(it.nodes.ends(node)).toHaveLength(1)
      expect(it.nodes.ends(node)[0]).toBeGreaterThanOrEqual((node.reports.at(-1) ?? 0) + limitS * SECOND)
    })
  })
})

describe('at the own broker', () => {
  const it = setUp(false)

  /** Connects and is born, with one value. */
  async function start(node: Pick<Visiting, 'gateway' | 'controller'>, bdSeq: number): Promise<Peer> {
    const peer = await connectPeer(it.farm.url, { code: node.gateway.code, bdSeq, keepalive: 0 })
    await peer.nodeBirth()
    await peer.deviceBirth(node.controller.code, [{ ...TEMPERATURE, value: 21 }])
    return peer
  }
  async function cut(peer: Peer, { gateway }: Pick<Visiting, 'gateway'>) {
    peer.cut()
    await eventually(() => it.farm.devices.requestRebirth(gateway.id)).toBe(false)
  }

  test('a box that restarts every few seconds is offline and said to restart, until it stays', async () => {
    const node = await it.nodes.register()
    const beganAt = Date.now()
    for (let life = 0; life < 8; life++) {
      clock.to(beganAt + life * 8 * SECOND)
      await cut(await start(node, life), node)
    }
    const restarts = { status: 'OFFLINE', reason: 'restarts' }
    await eventually(() => it.nodes.statusOf(node.gateway)).toEqual(restarts)
    await eventually(() => it.nodes.statusOf(node.controller)).toEqual(restarts)
    expect(it.farm.devices.stands(node.controller.id)).toBe(false)
    // Its farm is told as of a house that has been silent since then.
    expect(it.farm.devices.latest(node.controller.id)?.aliveAt).toBeLessThan(beganAt + 8 * SECOND)
    await eventually(async () =>
      (await it.nodes.eventsOf(node.controller)).filter(event => event === 'restarts'),
    ).toHaveLength(1)
    const peer = await start(node, 8)
    expect(await it.nodes.statusOf(node.controller)).toEqual(restarts)
    clock.to(Date.now() + 61 * SECOND)
    await eventually(() => it.nodes.statusOf(node.controller)).toMatchObject({ status: 'ONLINE' })
    expect(it.farm.devices.stands(node.controller.id)).toBe(true)
    await peer.end()
  })

  test('a node that stays connected from one day on is like any other, also after a restart', async () => {
    const node = await it.nodes.register()
    const beganAt = Date.now()
    for (let minute = 0; minute < 5; minute++) {
      clock.to(beganAt + minute * MINUTE)
      await cut(await start(node, minute), node)
    }
    const everyOf = async () =>
      (
        await it.farm.rows<{ s: number | null }>('select reports_every_s as s from device where id = $1', [
          node.gateway.id,
        ])
      )[0]?.s
    await eventually(everyOf).toBe(60)
    await eventually(() => it.nodes.statusOf(node.controller)).toMatchObject({ status: 'ONLINE' })
    const stays = await connectPeer(it.farm.url, { code: node.gateway.code, bdSeq: 5, keepalive: 600 })
    await stays.nodeBirth()
    await stays.deviceBirth(node.controller.code, [{ ...TEMPERATURE, value: 21 }])
    // It says nothing, but it pings.
    clock.to(Date.now() + 70 * SECOND)
    stays.client.sendPing()
    await eventually(everyOf).toBeNull()
    await cut(stays, node)
    await eventually(() => it.nodes.statusOf(node.controller)).toMatchObject({ status: 'OFFLINE' })
  })

  test('two boxes that report by turns with one credential are noticed by their lives, though they never meet', async () => {
    const node = await it.nodes.register()
    const beganAt = Date.now()
    for (let minute = 0; minute < 6; minute++)
      for (const [nth, firstLife] of [10, 200].entries()) {
        clock.to(beganAt + minute * MINUTE + nth * 25 * SECOND)
        await cut(await start(node, firstLife + minute), node)
      }
    await eventually(() => it.nodes.eventsOf(node.gateway)).toContain('credential-twice')
    expect(it.farm.devices.latest(node.controller.id)?.isUsedTwice).toBe(true)
  })

  test('an ordinary node that loses its line is offline at once, each time', async () => {
    const node = await it.nodes.register()
    for (let life = 0; life < 4; life++) {
      const peer = await start(node, life)
      await eventually(() => it.nodes.statusOf(node.controller)).toMatchObject({ status: 'ONLINE' })
      clock.to(Date.now() + 5 * MINUTE)
      await peer.data(node.controller.code, [{ ...TEMPERATURE, value: 20 + life }])
      const cutAt = Date.now()
      await cut(peer, node)
      await eventually(() => it.nodes.statusOf(node.controller)).toMatchObject({ status: 'OFFLINE' })
      const { controller } = node
      const ended = it.farm.statuses.findLast(
        ({ deviceId, to }) => deviceId === controller.id && to === 'OFFLINE',
      )
      expect((ended?.at ?? 0) - cutAt).toBeLessThan(5 * SECOND)
      clock.to(Date.now() + 20 * SECOND)
    }
  })
})
