import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { newId } from '#server/platform/database/ids.ts'
import { type Store, SYSTEM } from '#server/platform/database/store.ts'
import { device, house, houseDevice, houseNow } from '#server/platform/database/tables/farms.ts'
import { createEvents, type EventMap, type Events } from '#server/platform/events.ts'
import { type SeededOffice, seedOffices, testStore } from '#server/testing/store.ts'
import type { DeviceType } from '#shared/devices.ts'
import { hashSecret } from '../credentials.ts'
import { type DevicesConfig, type RunningDevices, startDevices } from '../devices.ts'
import type { DoubleUseLimits } from '../double-use.ts'
import type { Patience } from '../life.ts'

export const SECRET = 'a secret only this gateway knows'

/** Times short enough to be waited for. */
export interface Limits {
  patience?: Patience
  doubleUse?: DoubleUseLimits
}

export interface Registered {
  id: string
  serial: number
  code: string
}

/** A database with offices, and the device side on a free port. */
export async function deviceFarm(settings: Partial<DevicesConfig> = {}, limits: Limits = {}) {
  const test = await testStore()
  const offices = await seedOffices(test.store)
  const events = createEvents()
  const log = Fastify({ logger: { level: process.env.TEST_LOG ?? 'silent' } }).log
  const heard: EventMap['report'][0][] = []
  const statuses: EventMap['status'][0][] = []
  events.on('report', report => heard.push(report))
  events.on('status', status => statuses.push(status))
  const config: DevicesConfig = {
    mqttPort: 0,
    mqttHost: '127.0.0.1',
    publicUrl: 'http://farm.example',
    group: 'farm',
    hostId: 'smart-farm',
    mqttClientId: 'smart-farm',
    ...settings,
  }
  /** Starts what another process of the same server would run. */
  const startAnother = (
    more: Partial<DevicesConfig>,
    store: Store,
    others: Events,
  ): Promise<RunningDevices> => startDevices({ config: { ...config, ...more }, store, events: others, log })
  const start = (graceMs?: number): Promise<RunningDevices> =>
    startDevices({
      config,
      store: test.store,
      events,
      log,
      ...(graceMs !== undefined && { graceMs }),
      ...limits,
    })
  let devices = await start()

  async function register(code: string, type: DeviceType, office: SeededOffice, gateway?: Registered) {
    const row = { id: newId(), officeId: office.id, officePath: office.path, type, code, name: code }
    const [made] = await test.store
      .scoped(SYSTEM)
      .insert(device)
      .values({
        ...row,
        codeKey: code.toLowerCase(),
        gatewayId: gateway?.id ?? null,
        credentialHash: gateway ? null : hashSecret(SECRET),
      })
      .returning({ serial: device.serial })
    const registered: Registered = { id: row.id, serial: made?.serial ?? 0, code }
    events.emit('registry', { deviceIds: [row.id] })
    return registered
  }
  async function buildHouse(office: SeededOffice, from: Date, ...served: Registered[]) {
    const id = newId()
    const db = test.store.scoped(SYSTEM)
    await db.insert(house).values({
      id,
      officeId: office.id,
      officePath: office.path,
      name: id,
      type: 'layer',
      lengthM: 100,
      widthM: 14,
      heightM: 4,
    })
    for (const { id: deviceId } of served)
      await db
        .insert(houseDevice)
        .values({ id: newId(), houseId: id, deviceId, officePath: office.path, from })
    return id
  }
  /** What the house's farm allows it, in seconds. */
  const setSilence = (houseId: string, noDataWarningS: number) =>
    test.store
      .scoped(SYSTEM)
      .update(houseNow)
      .set({ noDataWarningS, noDataCriticalS: noDataWarningS })
      .where(eq(houseNow.houseId, houseId))
  const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await test.store.ingest.query<T>(text, values)).rows

  return {
    ...test,
    offices,
    events,
    heard,
    statuses,
    register,
    buildHouse,
    setSilence,
    /** Queries with the rights of the device side. */
    rows,
    get devices() {
      return devices
    },
    get url() {
      return `mqtt://127.0.0.1:${devices.port}`
    },
    startAnother,
    async stop() {
      await devices.stop()
    },
    async start(graceMs?: number) {
      devices = await start(graceMs)
    },
    async restart(graceMs?: number) {
      await devices.stop()
      devices = await start(graceMs)
    },
    async close() {
      await devices.stop()
      await test.drop()
    },
  }
}
export type DeviceFarm = Awaited<ReturnType<typeof deviceFarm>>
