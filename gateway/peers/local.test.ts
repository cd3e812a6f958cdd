import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startGatewayTelling } from '#server/farm/alarms/tell-gateways.ts'
import { openHouseDirectory } from '#server/farm/house-state/house-directory.ts'
import { noMosquitto } from '#server/telemetry/testing/mosquitto.ts'
import { buildFlock } from '#server/testing/farm-builder.ts'
import { eventually } from './eventually.ts'
import { type GatewayFarm, gatewayFarm } from './farm.ts'
import { freePort, type ModbusPeer, noPymodbus, startPeer } from './peer.ts'
import { gatewayWith, type RunningGateway } from './running.ts'

/** The computer of the house, and the board with the relay of the siren and a button. */
const [COMPUTER, BOARD] = [10, 30]
const [HOT, POWER_FAIL, MAINS_AWAY] = [0, 2, 3]
const [RELAY, BUTTON] = [3, 0]
const PIN = '4711'

/** What a house of 23.4 °C says, with no alarm. */
async function fillHouse(peer: ModbusPeer): Promise<void> {
  await peer.set(COMPUTER, 'input', 0, 234, 234, 234, 100, 210, 60, 1500, 50, 20)
  await peer.set(COMPUTER, 'discrete', 0, 0, 0, 0, 0, 0, 0)
}

describe.skipIf(noPymodbus)(`a farm without the internet${noPymodbus}`, () => {
  let peer: ModbusPeer
  let board: ModbusPeer
  let gateway: RunningGateway
  let address: string
  beforeEach(async () => {
    peer = await startPeer([COMPUTER], 'tcp', 0)
    board = await startPeer([BOARD], 'tcp', 0)
    await fillHouse(peer)
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    gateway = gatewayWith({
      server: { url: 'mqtt://127.0.0.1:1', group: 'farm', gateway: 'GW-1', secret: 'none' },
      buses: [
        { name: 'house', tcp: { host: '127.0.0.1', port: peer.port } },
        { name: 'board', tcp: { host: '127.0.0.1', port: board.port } },
      ],
      controllers: [{ code: 'HC-1', units: [{ bus: 'house', map: 'example-climate-computer' }] }],
      local: { port, host: '127.0.0.1', pin: PIN },
      siren: {
        bus: 'board',
        unit: BOARD,
        coil: RELAY,
        afterS: 2,
        button: { bus: 'board', unit: BOARD, discrete: BUTTON },
      },
    })
    gateway.start()
  })
  afterEach(async () => {
    await gateway.remove()
    await peer.stop()
    await board.stop()
  })

  const relay = () => board.get(BOARD, 'coil', RELAY).then(([bit]) => bit)
  const shown = () =>
    fetch(address).then(
      answer => answer.text(),
      () => '',
    )
  const press = (pin: string) =>
    fetch(`${address}/siren`, { method: 'POST', body: new URLSearchParams({ pin, do: 'silence' }) })

  /** Lets the button go and presses it until that was seen. */
  async function push(): Promise<void> {
    let isPressed = true
    await eventually(async () => {
      isPressed = !isPressed
      await board.set(BOARD, 'discrete', BUTTON, Number(isPressed))
      return relay()
    }).toBe(0)
  }

  test('shows its values to whoever is on its network, and sounds the siren for what reaches nobody', async () => {
    await eventually(shown).toContain('23.4\u202f°C')
    expect(await shown()).toContain('The server has not been reached')
    expect(await relay()).toBe(0)
    await peer.set(COMPUTER, 'discrete', HOT, 1)
    await eventually(relay).toBe(1)
    expect(await shown()).toContain('<li>HC-1: High temperature (siren sounds)</li>')
    // It ends with the alarm, without anybody's doing.
    await peer.set(COMPUTER, 'discrete', HOT, 0)
    await eventually(relay).toBe(0)
    await eventually(shown).toContain('No alarm stands.')
  })

  test('silences it with the PIN, and sounds it for what comes afterwards', async () => {
    await peer.set(COMPUTER, 'discrete', HOT, 1)
    await eventually(relay).toBe(1)
    expect((await press('0000')).status).toBe(403)
    expect(await relay()).toBe(1)
    expect((await press(PIN)).status).toBe(200)
    await eventually(relay).toBe(0)
    await eventually(shown).toContain('HC-1: High temperature (silenced)')
    await peer.set(COMPUTER, 'discrete', POWER_FAIL, 1)
    await eventually(relay).toBe(1)
    // Its button does the same.
    await push()
  })

  test('is not silenced by a button that is stuck', async () => {
    await board.set(BOARD, 'discrete', BUTTON, 1)
    await peer.set(COMPUTER, 'discrete', HOT, 1)
    await eventually(relay).toBe(1)
    await board.set(BOARD, 'discrete', BUTTON, 0)
    await push()
  })

  test('sounds it again after a cut of power, though the house itself has fallen silent', async () => {
    await peer.set(COMPUTER, 'discrete', HOT, 1)
    await eventually(relay).toBe(1)
    await gateway.kill()
    await peer.stop()
    // The board lost its power as well, and comes back with its relays open.
    await board.set(BOARD, 'coil', RELAY, 0)
    gateway.start()
    await eventually(relay).toBe(1)
    // What was silenced stays so.
    expect((await press(PIN)).status).toBe(200)
    await eventually(relay).toBe(0)
    await gateway.kill()
    gateway.start()
    await eventually(shown).toContain('The siren was silenced')
    expect(await relay()).toBe(0)
    // Nothing of the house is known any more: that is an alarm of its own.
    await eventually(relay).toBe(1)
    expect(await shown()).toContain('HC-1 has not answered for')
  })

  test('ends it after a cut of power if the alarm is over by then', async () => {
    await peer.set(COMPUTER, 'discrete', HOT, 1)
    await eventually(relay).toBe(1)
    await gateway.kill()
    await peer.set(COMPUTER, 'discrete', HOT, 0)
    expect(await relay()).toBe(1)
    gateway.start()
    await eventually(relay).toBe(0)
  })

  test('judges by itself: at 40 °C the siren sounds, whatever the computer of the house calls it', async () => {
    const hot = { temperature: 400, at: 0 }
    await eventually(shown).toContain('23.4\u202f°C')
    await peer.set(COMPUTER, 'input', hot.at, hot.temperature)
    await eventually(relay).toBe(1)
    expect(await shown()).toContain(
      '<li>HC-1: 40.0\u202f°C, above the limit of 38.0\u202f°C (siren sounds)</li>',
    )
    expect((await press(PIN)).status).toBe(200)
    await eventually(relay).toBe(0)
    await eventually(shown).toContain('above the limit of 38.0\u202f°C (silenced)')
    // Mains lost is told by a value here, and by no alarm.
    await peer.set(COMPUTER, 'discrete', MAINS_AWAY, 1)
    await eventually(relay).toBe(1)
    expect(await shown()).toContain('HC-1: mains power lost')
    await peer.set(COMPUTER, 'discrete', MAINS_AWAY, 0)
    await peer.set(COMPUTER, 'input', hot.at, 234)
    await eventually(relay).toBe(0)
    await eventually(shown).toContain('No alarm stands.')
  })

  test('says when its relay cannot be relied on', async () => {
    await board.order({ ignore: { unit: BOARD, is: true } })
    await peer.set(COMPUTER, 'discrete', HOT, 1)
    await eventually(shown).toContain('do not rely on it')
    await board.order({ ignore: { unit: BOARD, is: false } })
    await eventually(relay).toBe(1)
    await eventually(shown).not.toContain('do not rely on it')
  })
})

describe.skipIf(noPymodbus || noMosquitto)(
  `a farm whose server goes and comes back${noPymodbus}${noMosquitto}`,
  () => {
    let farm: GatewayFarm
    let peer: ModbusPeer
    beforeAll(async () => {
      farm = await gatewayFarm()
      peer = await startPeer([COMPUTER, BOARD], 'tcp', 0)
      await fillHouse(peer)
    })
    afterAll(async () => {
      await peer.stop()
      await farm.close()
    })

    test('has told its gateway what lives there, and the siren sounds for birds of that age', async () => {
      const relay = () => peer.get(BOARD, 'coil', RELAY).then(([bit]) => bit)
      await fillHouse(peer)
      const place = await farm.place()
      const day = new Date(Date.now() - 35 * 86_400_000).toISOString().slice(0, 10)
      await buildFlock(farm.services, farm.offices.sharing, {
        houseId: place.house.id,
        placedOn: day,
        placedCount: 900,
      })
      const { store, events, devices, log } = farm.services
      const directory = await openHouseDirectory(store, events, error => log.error(error))
      const telling = startGatewayTelling({ directory, devices })
      try {
        const gateway = farm.run({
          server: place.server,
          buses: [{ name: 'house', tcp: { host: '127.0.0.1', port: peer.port } }],
          controllers: [
            { code: place.device.code, units: [{ bus: 'house', map: 'example-climate-computer' }] },
          ],
          local: { port: await freePort(), host: '127.0.0.1', pin: PIN },
          siren: { bus: 'house', unit: BOARD, coil: RELAY, afterS: 2 },
        })
        const memory = (name: string) => join(gateway.folder, 'memory', name)
        await eventually(() => existsSync(memory('houses.json'))).toBe(true)
        expect(JSON.parse(readFileSync(memory('houses.json'), 'utf8'))).toMatchObject([
          { controller: place.device.code, type: 'broiler' },
        ])
        // With the message it knows what time it is.
        await eventually(() => JSON.parse(readFileSync(memory('clock.json'), 'utf8')).isTold).toBe(true)
        // 31 °C is no harm to any chick, and kills broilers of five weeks: their house is to have 21.
        await peer.set(COMPUTER, 'input', 0, 310, 310, 310, 100, 210)
        await eventually(async () => (await farm.shown(place))['Climate/Temp/Avg']).toBe(31)
        expect(await relay()).toBe(0)
        await gateway.kill()
        await farm.broker.stop()
        gateway.start()
        await eventually(relay).toBe(1)
        await farm.broker.start()
        await eventually(relay).toBe(0)
        await gateway.stop()
      } finally {
        telling.stop()
        directory.stop()
      }
    })

    test('sounds its siren only in between', async () => {
      const relay = () => peer.get(BOARD, 'holding', RELAY).then(([word]) => word)
      const place = await farm.place()
      const before = peer.wrote.length
      farm.run({
        server: place.server,
        buses: [{ name: 'house', tcp: { host: '127.0.0.1', port: peer.port } }],
        controllers: [
          { code: place.device.code, units: [{ bus: 'house', map: 'example-climate-computer' }] },
        ],
        siren: {
          bus: 'house',
          unit: BOARD,
          register: RELAY,
          on: 256,
          off: 512,
          afterS: 2,
          button: { bus: 'house', unit: BOARD, holding: 9 },
        },
      })
      // At rest it is switched off, whatever it was before.
      await eventually(relay).toBe(512)
      await peer.set(COMPUTER, 'discrete', HOT, 1)
      await eventually(async () => (await farm.shown(place))['Alarm/HighTemp']).toBe(true)
      expect(peer.wrote.slice(before).filter(({ unit }) => unit === BOARD)).toHaveLength(1)
      await farm.broker.stop()
      await eventually(relay).toBe(256)
      await farm.broker.start()
      await eventually(relay).toBe(512)
      expect((await farm.shown(place))['Alarm/HighTemp']).toBe(true)
    })
  },
)
