import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePayload } from '#shared/sparkplug/decode.ts'
import { DataType, type Payload } from '#shared/sparkplug/types.ts'
import { createReplay, isReplayDue, planReplay, replayAsked, takeReplay } from './replay.ts'
import { eventually } from './testing/eventually.ts'
import { type DeviceFarm, deviceFarm } from './testing/farm.ts'
import { connectPeer, type Peer, TEMPERATURE } from './testing/peer.ts'

const NOW = 1_795_000_000_000
const HOUR = 3_600_000
const CONTROLS = ['Node Control/Replay From', 'Node Control/Replay To'].map(name => ({
  name,
  datatype: DataType.DateTime,
  value: null,
  isNull: true,
}))
const birth = (timestamp: number, able = true): Payload => ({ timestamp, metrics: able ? CONTROLS : [] })
const rangeOf = (metrics: { value: unknown }[]) => metrics.map(({ value }) => Number(value))

describe('what was lost', () => {
  test('is requested a moment after the birth, from a little before the loss up to the birth', () => {
    const replay = createReplay()
    planReplay(replay, birth(NOW), NOW - HOUR, NOW)
    expect(isReplayDue(replay, NOW, NOW + 1_000)).toBe(false)
    expect(isReplayDue(replay, null, NOW + 3_000)).toBe(false)
    expect(isReplayDue(replay, NOW, NOW + 3_000)).toBe(true)
    expect(rangeOf(takeReplay(replay, NOW + 3_000))).toEqual([NOW - HOUR - 5_000, NOW])
    expect(isReplayDue(replay, NOW, NOW + HOUR)).toBe(false)
  })

  test('goes back three days at most, by the clock of the node', () => {
    const replay = createReplay()
    planReplay(replay, birth(NOW - 10 * HOUR), NOW - 1_000 * HOUR, NOW)
    expect(rangeOf(takeReplay(replay, NOW))).toEqual([NOW - 82 * HOUR, NOW - 10 * HOUR])
    planReplay(replay, birth(NOW - 10 * HOUR), NOW - HOUR, NOW)
    expect(rangeOf(takeReplay(replay, NOW))).toEqual([NOW - 11 * HOUR - 5_000, NOW - 10 * HOUR])
  })

  test('over a link that keeps dropping is requested once a minute, all in one', () => {
    const replay = createReplay()
    planReplay(replay, birth(NOW), NOW - HOUR, NOW)
    takeReplay(replay, NOW)
    planReplay(replay, birth(NOW + 20_000), NOW + 10_000, NOW + 20_000)
    planReplay(replay, birth(NOW + 40_000), NOW + 30_000, NOW + 40_000)
    expect(isReplayDue(replay, NOW + 40_000, NOW + 50_000)).toBe(false)
    expect(isReplayDue(replay, NOW + 40_000, NOW + 60_000)).toBe(true)
    expect(rangeOf(takeReplay(replay, NOW + 60_000))).toEqual([NOW + 5_000, NOW + 40_000])
  })

  test('is not requested from a node that cannot send it again, nor twice by two processes', () => {
    const replay = createReplay()
    planReplay(replay, birth(NOW, false), NOW - HOUR, NOW)
    expect(replay.missing).toBeNull()
    planReplay(replay, birth(NOW), NOW - HOUR, NOW)
    const other = createReplay()
    planReplay(other, birth(NOW), NOW - HOUR, NOW)
    replayAsked(replay, { metrics: takeReplay(other, NOW + 3_000) }, NOW + 3_000)
    expect(isReplayDue(replay, NOW, NOW + HOUR)).toBe(false)
  })
})

describe('a gateway that can send again', () => {
  let farm: DeviceFarm
  beforeAll(async () => {
    farm = await deviceFarm()
  })
  afterAll(() => farm.close())
  const asked = (peer: Peer) =>
    peer.received
      .filter(({ topic }) => topic.includes('/NCMD/'))
      .map(({ payload }) => decodePayload(payload).metrics)
      .filter(metrics => metrics.some(({ name }) => name === 'Node Control/Replay From'))
      .map(rangeOf)
  async function setup(code: string) {
    const gateway = await farm.register(`GW-${code}`, 'gateway', farm.offices.sharing)
    const controller = await farm.register(`HC-${code}`, 'controller', farm.offices.sharing, gateway)
    return { gateway, controller }
  }

  test('is asked for what a gap in its numbers lost, which becomes history while the present stays', async () => {
    const { gateway, controller } = await setup('gap')
    const peer = await connectPeer(farm.url, { code: gateway.code })
    const bear = async () => {
      await peer.nodeBirth(CONTROLS)
      await peer.deviceBirth(controller.code)
    }
    await bear()
    const lostAt = Date.now()
    peer.seq()
    const now = Date.now() + 50
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 24 }], now)
    await eventually(peer.rebirthsAsked).toBe(1)
    await bear()
    await eventually(() => asked(peer)).toHaveLength(1)
    const [from = 0, to = 0] = asked(peer)[0] ?? []
    expect(from).toBeLessThanOrEqual(lostAt)
    expect(to).toBeGreaterThanOrEqual(lostAt)

    await peer.data(controller.code, [{ ...TEMPERATURE, value: 23, timestamp: lostAt, isHistorical: true }])
    const rows = await farm.rows<{ value: number }>(
      'select "values"[1] as value from report where device = $1 order by at',
      [controller.serial],
    )
    expect(rows.map(({ value }) => value)).toEqual([23, 24])
    expect(farm.heard.findLast(({ deviceId }) => deviceId === controller.id)?.historical).toBe(true)
    expect(farm.devices.latest(controller.id)?.readings.get(TEMPERATURE.name)?.value).not.toBe(23)
    await peer.end()
  })

  test('is asked for the outage after its link was cut, and after the server was away', async () => {
    const { gateway, controller } = await setup('cut')
    const first = await connectPeer(farm.url, { code: gateway.code })
    await first.nodeBirth(CONTROLS)
    await first.deviceBirth(controller.code)
    const cutAt = Date.now()
    first.cut()
    await eventually(() => farm.devices.requestRebirth(gateway.id)).toBe(false)
    const second = await connectPeer(farm.url, { code: gateway.code })
    await second.nodeBirth(CONTROLS)
    await eventually(() => asked(second)).toHaveLength(1)
    expect(asked(second)[0]?.[0]).toBeLessThanOrEqual(cutAt)
    await second.end()

    const stoppedAt = Date.now()
    await farm.restart()
    const third = await connectPeer(farm.url, { code: gateway.code })
    await third.nodeBirth(CONTROLS)
    await eventually(() => asked(third)).toHaveLength(1)
    expect(asked(third)[0]?.[0]).toBeLessThanOrEqual(stoppedAt)
    await third.end()
  })
})
