import type { Pool } from 'pg'
import type { DeviceStatus, DeviceType } from '#shared/devices.ts'

/** A registered device with what the device side needs of it. */
export interface KnownDevice {
  readonly id: string
  /** Key in the telemetry tables. */
  readonly serial: number
  readonly code: string
  readonly type: DeviceType
  readonly officeId: string
  readonly officePath: string
  readonly gatewayId: string | null
  readonly credentialHash: string | null
  readonly status: DeviceStatus
  /** ms since 1970 */
  readonly statusSince: number
  readonly statusReason: string | null
  /** ms since 1970, server time */
  readonly lastMessageAt: number | null
  /** Of a gateway that connects only to report: how often, s. */
  readonly reportsEveryS: number | null
}

export interface RegistryChange {
  before: KnownDevice | undefined
  after: KnownDevice | undefined
}

/** The registered devices, in memory. */
export interface Registry {
  all(): Iterable<KnownDevice>
  get(id: string): KnownDevice | undefined
  /** The device with this code. */
  byCode(code: string): KnownDevice | undefined
  /** The device with this code behind the gateway; the gateway itself when it is a controller as well. */
  behind(gateway: KnownDevice, code: string): KnownDevice | undefined
  behindAll(gateway: KnownDevice): KnownDevice[]
  /**
   * Reads the gateway with this code and the devices behind it again. Like `refresh`, only for `registry-reading.ts`: if
   * two answers overtook each other, the older would stay.
   */
  refreshCode(code: string): Promise<RegistryChange[]>
  /** Reads these devices and those behind them again. Rejects when the database does not answer. */
  refresh(ids: readonly string[]): Promise<RegistryChange[]>
}

const COLUMNS = `id, serial, code, type, office_id as "officeId", office_path as "officePath", gateway_id as "gatewayId",
  credential_hash as "credentialHash", status,
  (extract(epoch from status_since) * 1000)::float8 as "statusSince", status_reason as "statusReason",
  (extract(epoch from last_message_at) * 1000)::float8 as "lastMessageAt", reports_every_s as "reportsEveryS"`

/** Codes are unique regardless of case. */
const keyOf = (code: string) => code.toLowerCase()

/** Reads all devices that are not deleted. */
export async function openRegistry(pool: Pool): Promise<Registry> {
  const devices = new Map<string, KnownDevice>()
  const ids = new Map<string, string>()
  const behind = new Map<string, Map<string, KnownDevice>>()

  function replace(id: string, after: KnownDevice | undefined): RegistryChange {
    const before = devices.get(id)
    if (before) {
      // The code may belong to another device by now.
      const siblings = behind.get(before.gatewayId ?? before.id)
      if (siblings?.get(keyOf(before.code))?.id === id) siblings.delete(keyOf(before.code))
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
  /** Those of `asked` that are not among the rows are gone. */
  function replaceAll(rows: readonly KnownDevice[], asked: readonly string[]): RegistryChange[] {
    const found = new Set(rows.map(row => row.id))
    const gone = asked.filter(id => !found.has(id) && devices.has(id))
    return [...gone.map(id => replace(id, undefined)), ...rows.map(row => replace(row.id, row))]
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
      // A mere gateway has no births as a device.
      return found?.id === gateway.id && gateway.type === 'gateway' ? undefined : found
    },
    behindAll: gateway => [...(behind.get(gateway.id)?.values() ?? [])].filter(({ id }) => id !== gateway.id),
    async refreshCode(code) {
      const rows = await read(
        'code_key = $1 or gateway_id = (select id from device where code_key = $1 and deleted_at is null)',
        [keyOf(code)],
      )
      const known = ids.get(keyOf(code))
      return replaceAll(rows, known === undefined ? [] : [known])
    },
    refresh: async asked => replaceAll(await read('id = any($1) or gateway_id = any($1)', [asked]), asked),
  }
}
