import { describe, expect, test } from 'vitest'
import { aliveUntil, PATIENCE, type Signs, standsBy } from './life.ts'
import { createNodeState, due, missBirths, receiveBirth, wantRebirth } from './node-state.ts'
import { answerRebirths } from './testing/answer-rebirths.ts'
import { eventually } from './testing/eventually.ts'
import { TEMPERATURE } from './testing/peer.ts'
import { peerFarm } from './testing/peer-farm.ts'

const SECOND = 1_000
const NOW = 1_800_000_000_000
const { ask, answer } = PATIENCE

describe('what a device reported', () => {
  const signs: Signs = { isOnline: true, heardAt: NOW, endedAt: null, owing: [] }
  const past = (ms: number, more: Partial<Signs> = {}): [Signs, number, typeof PATIENCE] => [
    { ...signs, ...more },
    NOW + ms,
    PATIENCE,
  ]

  test('stands for hours while its node owes no births', () => {
    expect(standsBy(...past(3_600 * SECOND))).toBe(true)
    expect(aliveUntil(...past(3_600 * SECOND))).toBe(NOW + 3_600 * SECOND)
  })

  test('stands no more when its node was asked and did not answer in time', () => {
    const asked = { owing: [NOW + ask] }
    expect(standsBy(...past(ask + answer - 1, asked))).toBe(true)
    expect(standsBy(...past(ask + answer, asked))).toBe(false)
    expect(aliveUntil(...past(ask + answer, asked))).toBe(NOW)
  })

  test('stands while the device speaks, though its node answers no request', () => {
    expect(standsBy(...past(ask + answer, { owing: [NOW - 1] }))).toBe(true)
    expect(standsBy(...past(ask + answer - 1, { owing: [NOW] }))).toBe(true)
  })

  test('stands no more when it hangs after its node had ignored earlier requests and spoken on', () => {
    const node = createNodeState()
    receiveBirth(node, { bdSeq: 0, seq: undefined, session: 1, now: NOW - 3_600 * SECOND })
    // Asked once, long before the last message.
    wantRebirth(node)
    const asked: number[] = []
    let heardAt = NOW - 3_600 * SECOND
    const stood: number[] = []
    for (let at = NOW - 3_000 * SECOND; at <= NOW + 600 * SECOND; at += SECOND) {
      if (at <= NOW) heardAt = at
      if (at - heardAt >= ask) missBirths(node, heardAt)
      if (due(node, at, 0).rebirth) asked.push((at - NOW) / SECOND)
      if (standsBy({ ...signs, heardAt, owing: node.owing }, at, PATIENCE)) stood.push(at)
    }
    expect(asked).toEqual([-3_000, 90, 150, 270, 510])
    expect(stood.at(0)).toBe(NOW - 3_000 * SECOND)
    expect(stood.at(-1)).toBe(NOW + ask + answer - SECOND)
    // Asked again, it stays so.
    expect(stood).toHaveLength(3_000 + (ask + answer) / SECOND)
  })

  test('stands between the reports of a device that is known to report rarely, whatever its node was asked', () => {
    const usual = 450 * SECOND
    const more = { owing: [NOW, NOW + 60 * SECOND, NOW + 460 * SECOND], usual }
    expect(standsBy(...past(usual + answer - 1, more))).toBe(true)
    expect(standsBy(...past(usual + answer, more))).toBe(false)
  })

  test('ends with its connection, which a quiet device outlived its last message by', () => {
    const dead = { isOnline: false, endedAt: NOW + 600 * SECOND }
    expect(standsBy(...past(700 * SECOND, dead))).toBe(false)
    expect(aliveUntil(...past(700 * SECOND, dead))).toBe(NOW + 600 * SECOND - ask)
  })

  test('ends with its last message if the end of the connection was noticed late', () => {
    const cut = { isOnline: false, endedAt: NOW + 80 * SECOND }
    expect(aliveUntil(...past(90 * SECOND, cut))).toBe(NOW)
    const hung = { isOnline: false, endedAt: NOW + 200 * SECOND, owing: [NOW + ask] }
    expect(aliveUntil(...past(300 * SECOND, hung))).toBe(NOW)
  })
})

/** Short enough to be waited for; births come within a few milliseconds. */
const SHORT = { ask: 300, most: 600, answer: 2_000 }
const peers = peerFarm(SHORT)
const { bornFarm, statusOf } = peers
const standsNow = (id: string) => peers.farm.devices.stands(id)
const latestOf = (id: string) => peers.farm.devices.latest(id)

describe('a device that says nothing', () => {
  test('stands as long as its node answers with births', async () => {
    const { controller, peer } = await bornFarm()
    answerRebirths(peer, controller.code)
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 39 }])
    const spokeAt = Date.now()
    const stood = new Set<boolean>()
    await eventually(() => {
      stood.add(standsNow(controller.id))
      return (latestOf(controller.id)?.aliveAt ?? 0) - spokeAt
    }).toBeGreaterThan(SHORT.ask + SHORT.answer + SECOND)
    expect([...stood]).toEqual([true])
    expect(peer.rebirthsAsked()).toBe(1)
    await peer.end()
  })

  test('stands no more if its node does not answer, and again once it speaks', async () => {
    const { controller, peer } = await bornFarm()
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 21 }])
    await eventually(() => standsNow(controller.id)).toBe(false)
    expect(peer.rebirthsAsked()).toBeGreaterThan(0)
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    expect(latestOf(controller.id)?.aliveAt).toBe(latestOf(controller.id)?.lastMessageAt)
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 22 }])
    expect(standsNow(controller.id)).toBe(true)
    await peer.end()
  })

  test('does not stand after the end of its connection', async () => {
    const { controller, peer } = await bornFarm()
    await eventually(() => standsNow(controller.id)).toBe(true)
    peer.cut()
    await eventually(() => standsNow(controller.id)).toBe(false)
  })
})
