import { describe, expect, test } from 'vitest'
import { eventually } from './testing/eventually.ts'
import type { Registered } from './testing/farm.ts'
import { noMosquitto } from './testing/mosquitto.ts'
import { outsideFarm } from './testing/outside-farm.ts'
import { connectPeer, type Peer, TEMPERATURE } from './testing/peer.ts'

describe.skipIf(noMosquitto)(`a credential behind an outside broker${noMosquitto}`, () => {
  const outside = outsideFarm()

  /** A box that is born, also when the server asks, and says its value whenever the test wants. */
  async function box(
    { gateway, controller }: { gateway: Registered; controller: Registered },
    { value, bdSeq, answers }: { value: number; bdSeq: number; answers: boolean },
  ) {
    const clientId = `${gateway.code}-${Math.random()}`
    const peer = await connectPeer(outside.broker.url, { code: gateway.code, clientId, bdSeq })
    const metrics = [{ ...TEMPERATURE, value }]
    const bear = async () => {
      await peer.nodeBirth()
      await peer.deviceBirth(controller.code, metrics)
    }
    if (answers)
      peer.client.on('message', topic => {
        if (topic.includes('/NCMD/')) bear().catch(() => {})
      })
    await bear()
    return { peer, say: (at?: number) => peer.data(controller.code, metrics, at) }
  }
  const isTwice = ({ id }: Registered) => outside.farm.devices.latest(id)?.isUsedTwice === true
  const notesOf = async (gateway: Registered) =>
    (await outside.eventsOf(gateway)).filter(event => event === 'credential-twice')
  const end = (...peers: Peer[]) => Promise.all(peers.map(peer => peer.client.endAsync(true)))

  test.each([
    ['that answer requests for births, with one number of life', 0, true],
    ['that answer requests for births, with two numbers of life', 9, true],
    ['that answer nothing', 0, false],
  ])('used by two boxes %s is noticed, and noted once', async (_, bdSeq, answers) => {
    const pair = await outside.register()
    const first = await box(pair, { value: 21, bdSeq: 0, answers })
    await eventually(() => outside.statusOf(pair.controller)).toBe('ONLINE')
    // By their own clocks some seconds lie between what they say.
    let at = Date.now()
    for (let i = 0; i < 20; i++) await first.say(at++)
    const second = await box(pair, { value: 40, bdSeq, answers })
    await eventually(async () => {
      at += 3_000
      await first.say(at)
      await second.say(at + 1_500)
      return isTwice(pair.controller)
    }).toBe(true)
    await eventually(() => notesOf(pair.gateway)).toHaveLength(1)
    await end(first.peer, second.peer)
  })

  test('of two boxes whose numbers run side by side, only one is the present', async () => {
    const pair = await outside.register()
    const first = await box(pair, { value: 21, bdSeq: 0, answers: false })
    await eventually(() => outside.statusOf(pair.controller)).toBe('ONLINE')
    const second = await box(pair, { value: 40, bdSeq: 0, answers: false })
    await first.peer.nodeBirth()
    await first.peer.deviceBirth(pair.controller.code, [{ ...TEMPERATURE, value: 21 }])
    const at = Date.now()
    for (let i = 0; i < 12; i++) {
      await first.say(at + i * 1_000)
      await second.say(at + i * 1_000 + 500)
    }
    await eventually(() => isTwice(pair.controller)).toBe(true)
    const value = () => outside.farm.devices.latest(pair.controller.id)?.readings.get(TEMPERATURE.name)?.value
    expect(value()).toBe(21)
    await end(first.peer, second.peer)
  })

  test('of one box that loses messages, sends some twice, reconnects and is asked for births is not used twice', async () => {
    const pair = await outside.register()
    const first = await box(pair, { value: 21, bdSeq: 0, answers: true })
    await eventually(() => outside.statusOf(pair.controller)).toBe('ONLINE')
    const { controller } = pair
    for (let i = 0; i < 40; i++) {
      if (i % 7 === 3) first.peer.seq()
      await first.say()
      // The same bytes again, as after a lost acknowledgement.
      const payload = {
        timestamp: Date.now(),
        seq: first.peer.seq(),
        metrics: [{ ...TEMPERATURE, value: i }],
      }
      await first.peer.send('DDATA', payload, controller.code)
      await first.peer.send('DDATA', payload, controller.code)
    }
    // It jumps to other numbers, as after many lost messages.
    for (let i = 0; i < 150; i++) first.peer.seq()
    for (let i = 0; i < 10; i++) await first.say()
    for (let bdSeq = 1; bdSeq < 5; bdSeq++) {
      first.peer.cut()
      await first.peer.closed
      Object.assign(first, await box(pair, { value: 22, bdSeq: bdSeq % 3, answers: true }))
      for (let i = 0; i < 5; i++) await first.say()
    }
    const value = () => outside.farm.devices.latest(controller.id)?.readings.get(TEMPERATURE.name)?.value
    await eventually(value).toBe(22)
    expect(isTwice(controller)).toBe(false)
    expect(await notesOf(pair.gateway)).toEqual([])
    await end(first.peer)
  })
})
