import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openMediaEngine } from '../cameras/media-engine.ts'
import { guardedDial } from '../platform/network/dial-camera.ts'
import { plantedFaults } from './planted-faults.ts'
import { CAMERA_USER, cameraAddress, cameraPassword, simulatedCameras } from './simulated-cameras.ts'
import { startSimulation } from './simulation.ts'

const PATIENT = { timeout: 100_000, interval: 50 }
const SECRET = 'a secret of at least thirty-two characters'

test('a camera whose simulator has not told its port yet is unreachable; elsewhere this machine is refused', async () => {
  const log = { info() {}, warn() {}, error() {} } as never
  for (const [isDemo, fault] of [
    [true, 'unreachable'],
    [false, 'refusedAddress'],
  ] as const) {
    const engine = openMediaEngine({ dial: guardedDial([], simulatedCameras(isDemo).doors), log })
    const { steps } = await engine.probe({ kind: 'rtsp', url: cameraAddress('EC-1'), network: 'private' })
    expect(steps.at(-1)).toMatchObject({ ok: false, fault })
    await engine.close()
  }
})

test('each house of the demonstration has a camera at a lasting address, also after the simulator died', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'simulated-cameras-'))
  const cameras = simulatedCameras(true)
  const log = { info() {}, warn() {}, error() {} } as never
  const house = {
    name: 'House 1',
    type: 'broiler',
    breed: 'ross308',
    lengthM: 100,
    widthM: 14,
    heightM: 2.5,
    latitude: 36,
    longitude: 120,
    timeZone: 'Asia/Shanghai',
    placedOn: new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10),
    birds: 20_000,
    seed: 1,
  }
  const simulation = startSimulation(
    {
      fleet: {
        mqtt: { url: 'mqtt://127.0.0.1:1' },
        group: 'farm',
        hostId: 'host',
        historyDays: 0,
        gateways: [{ code: 'GW-1', secret: 'secret', devices: [{ code: 'EC-1', house }] }],
        cameras: { username: CAMERA_USER, password: cameraPassword(SECRET) },
      },
      stateFile: join(folder, 'simulator.json'),
      onHistory: async () => {},
      faults: plantedFaults(),
      cameras,
    },
    log,
  )
  const engine = openMediaEngine({ dial: guardedDial([], cameras.doors), log })
  const probe = (password: string) =>
    engine.probe({
      kind: 'rtsp',
      url: cameraAddress('EC-1'),
      username: CAMERA_USER,
      password,
      network: 'any',
    })
  try {
    await vi.waitFor(() => expect(cameras.port()).toBeGreaterThan(0), PATIENT)
    const found = await probe(cameraPassword(SECRET))
    expect(found).toMatchObject({ codec: 'H264', width: 640, height: 360, framesPerSecond: 12 })
    expect((await probe('wrong')).steps.at(-1)).toMatchObject({ fault: 'wrongPassword' })
    const { pid } = simulation
    process.kill(pid ?? 0, 'SIGKILL')
    await vi.waitFor(() => expect(simulation.pid).not.toBe(pid), PATIENT)
    await vi.waitFor(async () => expect((await probe(cameraPassword(SECRET))).width).toBe(640), PATIENT)
  } finally {
    await engine.close()
    await simulation.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
