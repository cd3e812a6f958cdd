import { eq } from 'drizzle-orm'
import { settings } from '#shared/contracts/settings.ts'
import type { Input } from '#shared/endpoint.ts'
import { bookkeeping, type SettingDocument, settingByName } from '#shared/signals.ts'
import { decodePayload } from '#shared/sparkplug/decode.ts'
import { DataType, type Metric, type MetricValue } from '#shared/sparkplug/types.ts'
import { harmsOfWaiting } from '../../../features/settings/question.ts'
import { newId } from '../../../platform/database/ids.ts'
import { openStore, SYSTEM } from '../../../platform/database/store.ts'
import { office } from '../../../platform/database/tables/offices.ts'
import { createEvents } from '../../../platform/events.ts'
import { hashSecret } from '../../../telemetry/credentials.ts'
import { type DevicesConfig, startDevices } from '../../../telemetry/devices.ts'
import { SECRET } from '../../../telemetry/testing/farm.ts'
import { connectPeer } from '../../../telemetry/testing/peer.ts'
import type { Person } from '../../../testing/app.ts'
import { buildDevice, buildHouse } from '../../../testing/farm-builder.ts'
import { liveApp } from '../../../testing/live-app.ts'
import type { SeededOffice } from '../../../testing/store.ts'
import { startSettings } from '../settings.ts'
import type { HarmsOf } from '../waited.ts'

/** Initial settings of every controller in these tests. */
export const OFFSET = 'Settings/Temp/TargetOffset'
export const NIGHT = 'Settings/Temp/NightSetback'
export const HUMID_ON = 'Settings/Humid/On'
export const HUMID_OFF = 'Settings/Humid/Off'
const AT_FIRST: SettingDocument = { [OFFSET]: 0, [NIGHT]: 0, [HUMID_ON]: 50, [HUMID_OFF]: 55 }

interface Waits {
  answerMs?: number
  returnLateMs?: number
  waitedMs?: number
  /** The server's running clock, ms. */
  ticks?: () => number
  /** What the house's model says, in place of the real one. */
  harmsOf?: HarmsOf
}

type Steering = keyof typeof bookkeeping

/** The whole server except its jobs: real database, broker, HTTP and live channel; controllers are real MQTT clients. */
export async function settingsFarm({ mqttUrl, ...waits }: Waits & { mqttUrl?: string } = {}) {
  const farm = await liveApp()
  const { services, offices } = farm
  const { store, events, log } = services
  const config: DevicesConfig = {
    mqttPort: 0,
    mqttHost: '127.0.0.1',
    publicUrl: 'http://farm.example',
    group: 'farm',
    hostId: 'smart-farm',
    mqttClientId: 'smart-farm',
    mqttUrl,
    mqttCertificate: undefined,
  }
  const devices = await startDevices({ config, store, events, log })
  const url = mqttUrl ?? `mqtt://127.0.0.1:${devices.port}`
  const { latest, reach, command, commandNode, stands } = devices
  Object.assign(services.devices, { latest, reach, command, commandNode, stands })
  const begin = () => startSettings({ ...services, harmsOf: harmsOfWaiting(services), ...waits })
  let sender: ReturnType<typeof startSettings> | undefined = begin()

  /** A controller that is born with settings and does what the test says. */
  async function controller(
    place: SeededOffice,
    {
      answers = true,
      listens = true,
      returns = false,
      values = AT_FIRST,
    }: { answers?: boolean; listens?: boolean; returns?: boolean; values?: SettingDocument } = {},
  ) {
    const gateway = await buildDevice(services, place, { credentialHash: hashSecret(SECRET) })
    const device = await buildDevice(services, place, { type: 'controller', gatewayId: gateway.id })
    const house = await buildHouse(services, place, { deviceIds: [device.id], type: 'broiler' })
    events.emit('registry', { deviceIds: [gateway.id, device.id] })
    return { gateway, device, house, ...(await connect()) }

    async function connect(version = 1, now: SettingDocument = values, lastId = '') {
      const peer = await connectPeer(url, { code: gateway.code })
      if (listens) await peer.client.subscribeAsync(`spBv1.0/farm/DCMD/${gateway.code}/#`, { qos: 1 })
      /** Sends the controller's birth alone. */
      const bear = (counted = version, told = now) => {
        const steering = answers
          ? [
              steer('Settings/Version', BigInt(counted)),
              steer('Command/LastId', lastId),
              steer('Command/Result', 0),
              // It keeps a list of what it will set by itself.
              ...(returns ? [steer('Command/Returns', '[]')] : []),
            ]
          : []
        return peer.deviceBirth(device.code, [...metricsOf(told), ...steering])
      }
      await peer.nodeBirth()
      await bear()
      return {
        peer,
        bear,
        /** Commands received, oldest first. */
        commands: () =>
          peer.received
            .filter(({ topic }) => topic.includes('/DCMD/'))
            .map(({ payload }) => readCommand(decodePayload(payload).metrics)),
        /** Reports its settings, unprompted or in answer to a command. */
        tell: (now: SettingDocument, more: Partial<Record<Steering, MetricValue>> = {}) =>
          peer.data(device.code, [
            ...Object.entries(more).map(([name, value]) => steer(name as Steering, value ?? null)),
            ...metricsOf(now),
          ]),
        /** Comes back with another version and other values, or with its last ones. */
        connect,
      }
    }
  }

  return {
    ...farm,
    /** Where devices connect. */
    mqttUrl: url,
    controller,
    /** Signs in somebody with every right to settings at an office. */
    manager: (place = offices.sharing) =>
      farm.as({
        office: place,
        kind: 2,
        grants: ['device_setting:get', 'device_setting:edit', 'chicken_home_manage:query'],
      }),
    engineer: () =>
      farm.as({
        office: offices.provider,
        kind: 1,
        grants: ['device_setting:get', 'device_setting:edit', 'chicken_home_manage:query'],
      }),
    /** Sets until when a customer lets others control its controllers (RC); null ends it. */
    letControl: (place: SeededOffice, until: Date | null) =>
      store
        .scoped(SYSTEM)
        .update(office)
        .set({ farmAccessUntil: until, remoteControlUntil: until })
        .where(eq(office.id, place.id)),
    /** Stops the sending part; `startSending` starts another. */
    async stopSending() {
      await sender?.stop()
      sender = undefined
    },
    startSending() {
      sender = begin()
    },
    /** Another process of the server with its own links; `sends: false` for one killed before each command leaves. */
    async startAnother({ sends = true } = {}) {
      const own = { store: openStore(farm.urls), events: createEvents(), log }
      const another = await startDevices({ config: { ...config, mqttClientId: newId() }, ...own })
      const side = sends ? another : { ...another, command: () => {} }
      const its = startSettings({ ...own, harmsOf: harmsOfWaiting(own), devices: side, ...waits })
      return {
        reach: another.reach,
        async die() {
          await its.stop()
          await another.stop()
          await own.store.close()
        },
      }
    },
    async close() {
      await sender?.stop()
      await farm.close()
      await devices.stop()
    },
  }
}

export const tomorrow = () => new Date(Date.now() + 86_400_000)

const steer = (name: Steering, value: MetricValue): Metric => ({
  name,
  datatype: bookkeeping[name],
  value,
  timestamp: Date.now(),
})

const metricsOf = (document: SettingDocument): Metric[] =>
  Object.entries(document).map(([name, value]) => ({
    name,
    value,
    timestamp: Date.now(),
    datatype: settingByName(name)?.datatype ?? DataType.Float,
  }))

/** A command as a controller reads it: its control metrics and the settings. */
function readCommand(metrics: readonly Metric[]) {
  const named = metrics.map(({ name = '', value }) => [name, value] as const)
  const steering = Object.fromEntries(named.filter(([name]) => !name.startsWith('Settings/')))
  const wanted = Object.fromEntries(
    named
      .filter(([name]) => name.startsWith('Settings/'))
      .map(([name, value]) => [name, typeof value === 'number' ? Number(value.toFixed(3)) : value]),
  )
  return { id: String(steering['Command/Id'] ?? ''), steering, wanted }
}

/** A request to change one group. */
export const change = (
  { id }: { id: string },
  wanted: SettingDocument,
  before: SettingDocument,
  more: object = {},
): Input<typeof settings.send> => ({
  params: { id },
  body: { group: 'targetTemperature', wanted, before, ...more },
})

/** The last change of a house, as its screen shows it. */
export const lastOf = async (who: Person, { id }: { id: string }) =>
  (await who.call(settings.changes, { params: { id } })).items[0]
