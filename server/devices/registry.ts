import type { Pool } from 'pg'
import type { DeviceStatus, DeviceType } from '#shared/devices.ts'

/** A registered device as the device side needs it. */
export interface KnownDevice {
  readonly id: string
  /** Key of the telemetry tables. */
  readonly serial: number
  readonly code: string
  readonly type: DeviceType
  readonly officePath: string
  readonly gatewayId: string | null
  readonly credentialHash: string | null
  readonly status: DeviceStatus
  /** ms since 1970 */
  readonly statusSince: number
  readonly statusReason: string | null
  /** ms since 1970, server time */
  readonly lastMessageAt: number | null
}

export interface RegistryChange {
  before: KnownDevice | undefined
  after: KnownDevice | undefined
}

/** The registered devices in memory. */
export interface Registry {
  all(): Iterable<KnownDevice>
  get(id: string): KnownDevice | undefined
  /** The device of this code. */
  byCode(code: string): KnownDevice | undefined
  /** The device of this code that speaks through the gateway; the gateway itself when it is a controller as well. */
  behind(gateway: KnownDevice, code: string): KnownDevice | undefined
  behindAll(gateway: KnownDevice): KnownDevice[]
  /** Reads the gateway with this code and what is behind it afresh. Rejects when the database does not answer. */
  readGateway(code: string): Promise<KnownDevice | undefined>
  /** Reads these devices and those behind them again. */
  refresh(ids: readonly string[]): Promise<RegistryChange[]>
}

const COLUMNS = `id, serial, code, type, office_path as "officePath", gateway_id as "gatewayId",
  credential_hash as "credentialHash", status,
  (extract(epoch from status_since) * 1000)::float8 as "statusSince", status_reason as "statusReason",
  (extract(epoch from last_message_at) * 1000)::float8 as "lastMessageAt"`

/** Codes are unique without regard to case. */
const keyOf = (code: string) => code.toLowerCase()

/** Reads all devices that are not deleted. */
export async function openRegistry(pool: Pool): Promise<Registry> {
  const devices = new Map<string, KnownDevice>()
  const ids = new Map<string, string>()
  const behind = new Map<string, Map<string, KnownDevice>>()

  function replace(id: string, after: KnownDevice | undefined): RegistryChange {
    const before = devices.get(id)
    if (before) {
      behind.get(before.gatewayId ?? before.id)?.delete(keyOf(before.code))
      // The code may be another device's by now.
      if (ids.get(keyOf(before.code)) === id) ids.delete(keyOf(before.code))
    }
    if (!after) {
      devices.delete(id)
      return { before, after }
    }
    devices.set(id, after)
    ids.set(keyOf(after.code), id)
    const gatewayId = after.gatewayId ?? after.id
    const siblings = behind.get(gatewayId) ?? new Map<string, KnownDevice>()
    behind.set(gatewayId, siblings.set(keyOf(after.code), after))
    return { before, after }
  }
  async function read(where: string, values: unknown[]): Promise<KnownDevice[]> {
    const { rows } = await pool.query<KnownDevice>(
      `select ${COLUMNS} from device where deleted_at is null and (${where})`,
      values,
    )
    return rows
  }

  for (const device of await read('true', [])) replace(device.id, device)
  return {
    all: () => devices.values(),
    get: id => devices.get(id),
    byCode: code => devices.get(ids.get(keyOf(code)) ?? ''),
    behind(gateway, code) {
      const found = behind.get(gateway.id)?.get(keyOf(code))
      // A gateway that is nothing else has no births as a device.
      return found?.id === gateway.id && gateway.type === 'gateway' ? undefined : found
    },
    behindAll: gateway => [...(behind.get(gateway.id)?.values() ?? [])].filter(({ id }) => id !== gateway.id),
    async readGateway(code) {
      const rows = await read(
        'code_key = $1 or gateway_id = (select id from device where code_key = $1 and deleted_at is null)',
        [keyOf(code)],
      )
      for (const row of rows) replace(row.id, row)
      return rows.find(row => keyOf(row.code) === keyOf(code))
    },
    async refresh(ids) {
      const rows = await read('id = any($1) or gateway_id = any($1)', [ids])
      const found = new Set(rows.map(row => row.id))
      const gone = ids.filter(id => !found.has(id) && devices.has(id))
      return [...rows.map(row => replace(row.id, row)), ...gone.map(id => replace(id, undefined))]
    },
  }
}
