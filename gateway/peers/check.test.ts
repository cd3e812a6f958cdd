import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { ended, type ModbusPeer, noPymodbus, startPeer } from './peer.ts'
import { type BadWire, badWire } from './relay.ts'
import { gatewayWith, type RunningGateway } from './running.ts'

describe.skipIf(noPymodbus)(`the check of the wiring says in words${noPymodbus}`, () => {
  let peer: ModbusPeer | undefined
  let wire: BadWire | undefined
  let gateway: RunningGateway | undefined
  let child: ChildProcess | undefined
  afterEach(async () => {
    wire?.close()
    await peer?.stop()
    await gateway?.remove()
    if (child) await ended(child, 'SIGKILL')
    peer = wire = gateway = child = undefined
  })

  const server = { url: 'mqtt://127.0.0.1:1', group: 'farm', gateway: 'GW', secret: 'none' }
  function configured(bus: object, ...units: object[]): RunningGateway {
    gateway = gatewayWith({
      server,
      buses: [{ name: 'house', ...bus }],
      controllers: [
        { code: 'C-1', units: units.map(unit => ({ bus: 'house', map: 'senseair-s8', ...unit })) },
      ],
    })
    return gateway
  }
  const overTcp = (port: number) => ({ rtuOverTcp: { host: '127.0.0.1', port } })

  test('that all is good, with the values to compare', async () => {
    peer = await startPeer([45], 'tcp', 0)
    await peer.set(45, 'input', 0, 1850, 2340, 5500)
    const tcp = { tcp: { host: '127.0.0.1', port: peer.port } }
    const { code, text } = await configured(tcp, { map: 'seeed-s-co2-03' }).check('en')
    expect(text).toContain('Unit 45 (seeed-s-co2-03): good')
    expect(text).toContain('CO2 1: 1850 ppm')
    expect(text).toContain('CO2 sensor 1 temperature: 23.4 °C')
    expect(code).toBe(0)
    expect((await configured(tcp, { map: 'seeed-s-co2-03' }).check('zh')).text).toContain(
      '二氧化碳 1：1850 ppm',
    )
  })

  test('that the relay of the siren answers, and its button does not', async () => {
    peer = await startPeer([45, 30], 'tcp', 0)
    gateway = gatewayWith({
      server,
      buses: [{ name: 'house', tcp: { host: '127.0.0.1', port: peer.port } }],
      controllers: [{ code: 'C-1', units: [{ bus: 'house', map: 'seeed-s-co2-03' }] }],
      siren: { bus: 'house', unit: 30, coil: 3, button: { bus: 'house', unit: 31, discrete: 0 } },
    })
    const { code, text } = await gateway.check('en')
    expect(text).toContain('Relay of the siren (unit 30, coil 3): good')
    expect(text).toContain('Button of the siren (unit 31, discrete 0): cannot be read')
    expect(code).toBe(1)
  })

  test('that another id answers', async () => {
    peer = await startPeer([5], 'rtu-over-tcp', 0)
    const { code, text } = await configured(overTcp(peer.port), { unit: 4 }).check('en')
    expect(text).toContain('Unit 4 (senseair-s8): no answer.')
    expect(text).toContain('These ids answer on this bus: 5.')
    expect(code).toBe(1)
  })

  test('that two devices may have one id, where only this one is garbled', async () => {
    peer = await startPeer([4, 5], 'rtu-over-tcp', 0)
    wire = await badWire(peer.port)
    wire.bend(answer => (answer[0] === 5 ? Buffer.from(answer.map((byte, i) => byte | (i * 29))) : answer))
    const { text } = await configured(overTcp(wire.port), { unit: 4 }, { unit: 5, number: 2 }).check('zh')
    expect(text).toContain('设备 4（senseair-s8）：正常')
    expect(text).toContain('很可能有两台设备的地址都是 5')
  })

  test('that the map is of another model', async () => {
    peer = await startPeer([4], 'tcp', 0)
    await peer.order({ refuse: { unit: 4, table: 'input', addresses: [3] } })
    const { text } = await configured({ tcp: { host: '127.0.0.1', port: peer.port } }, { unit: 4 }).check(
      'en',
    )
    expect(text).toContain('it answers, but refuses input 3')
    expect(text).toContain('illegal data address')
  })

  test('that nothing is there', async () => {
    const { text } = await configured(
      { serial: { path: '/dev/no-such-port', baud: 9600 } },
      { unit: 4 },
    ).check('en')
    expect(text).toContain('It cannot be opened')
    expect(text).toContain('dialout')
  })

  test('that it answers at another speed', async () => {
    const script = fileURLToPath(new URL('speed.py', import.meta.url))
    child = spawn('/usr/bin/python3', [script, '4', '19200', 'none'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')
    const { ready: path } = JSON.parse(line) as { ready: string }
    const { text } = await configured({ serial: { path, baud: 9600 } }, { unit: 4 }).check('en')
    expect(text).toContain('It answers at 19200 baud, no parity')
    expect((await configured({ serial: { path, baud: 19_200 } }, { unit: 4 }).check('en')).code).toBe(0)
  })
})
