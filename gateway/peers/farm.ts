import { settingsFarm } from '#server/farm/settings/testing/settings-farm.ts'
import { hashSecret } from '#server/telemetry/credentials.ts'
import { SECRET } from '#server/telemetry/testing/farm.ts'
import { type Mosquitto, startMosquitto } from '#server/telemetry/testing/mosquitto.ts'
import { buildDevice, buildHouse } from '#server/testing/farm-builder.ts'
import { houses } from '#shared/contracts/houses.ts'
import { gatewayWith, type RunningGateway } from './running.ts'

/** A house with its controller behind a gateway that is registered but not yet running. */
export interface Place {
  gateway: { id: string; code: string }
  device: { id: string; code: string }
  house: { id: string }
  server: object
}

/** The whole server behind a real broker, and gateways that meet it there. */
export async function gatewayFarm() {
  const broker: Mosquitto = await startMosquitto()
  const farm = await settingsFarm({ mqttUrl: broker.url, answerMs: 4_000 })
  const owner = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: [
      'device_setting:get',
      'device_setting:edit',
      'chicken_home_manage:query',
      'chicken_home_manage:get',
      'device_chart:query',
    ],
  })
  const gateways: RunningGateway[] = []

  async function place(): Promise<Place> {
    const { services, offices } = farm
    const gateway = await buildDevice(services, offices.sharing, { credentialHash: hashSecret(SECRET) })
    const device = await buildDevice(services, offices.sharing, { type: 'controller', gatewayId: gateway.id })
    const house = await buildHouse(services, offices.sharing, { deviceIds: [device.id], type: 'broiler' })
    services.events.emit('registry', { deviceIds: [gateway.id, device.id] })
    const server = {
      url: broker.url,
      group: 'farm',
      host: 'smart-farm',
      gateway: gateway.code,
      secret: SECRET,
    }
    return { gateway, device, house, server }
  }

  return {
    ...farm,
    broker,
    owner,
    place,
    /** A gateway with this configuration, running. */
    run(config: object, more?: Record<string, string>): RunningGateway {
      const gateway = gatewayWith(config, more)
      gateways.push(gateway)
      gateway.start()
      return gateway
    },
    /** The values of a house as its screen has them; null is no value. */
    async shown({ house }: Place): Promise<Record<string, unknown>> {
      const [device] = await owner.call(houses.reported, { params: { id: house.id } })
      const all = { ...device?.metrics, ...device?.settings }
      return Object.fromEntries(Object.entries(all).map(([name, [value]]) => [name, value]))
    },
    status: async ({ device }: Place) =>
      (await query<{ status: string }>('select status from device where id = $1', [device.id]))[0]?.status,
    /** What the chart of a house has of a metric: the time of each report, ms since 1970, and its value. */
    async charted(
      { house }: Place,
      metric: string,
      from: number,
    ): Promise<[at: number, value: number | null][]> {
      const { at, series } = await owner.call(houses.chart, {
        params: { id: house.id },
        query: { metrics: metric, from, to: Date.now(), points: 2000, resolution: 'raw' },
      })
      return at.map((time, i) => [time, series[0]?.mean[i] ?? null])
    },
    query,
    async close() {
      for (const gateway of gateways) await gateway.remove()
      await farm.close()
      await broker.remove()
    },
  }

  async function query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await farm.services.store.ingest.query<T>(text, values)).rows
  }
}
export type GatewayFarm = Awaited<ReturnType<typeof gatewayFarm>>
