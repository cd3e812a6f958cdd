import { DataType } from '../sparkplug/types.ts'

/** Protocol metrics between gateway and server that are not readings, with their types on the wire. */
export const bookkeeping = {
  bdSeq: DataType.Int64,
  'Settings/Version': DataType.Int64,
  'Command/Id': DataType.String,
  'Command/ExpectedVersion': DataType.Int64,
  'Command/ExpiresAt': DataType.DateTime,
  'Command/RevertAt': DataType.DateTime,
  /** JSON, see `Returns` in `shared/temporary-settings.ts`; reported too, as what the gateway will set by itself. */
  'Command/Returns': DataType.String,
  'Command/User': DataType.String,
  'Command/LastId': DataType.String,
  'Command/Result': DataType.Int32,
  'Command/Message': DataType.String,
  'Node Control/Rebirth': DataType.Boolean,
  'Node Control/Replay From': DataType.DateTime,
  'Node Control/Replay To': DataType.DateTime,
  'Node Info/Serial': DataType.String,
  'Node Info/Firmware': DataType.String,
  'Node Info/Uptime': DataType.Int64,
  /** Radio signal strength at the gateway, dBm, -120 to 0. Our own metric; a wired gateway has none. */
  'Node Info/Signal': DataType.Int32,
  /** JSON, see `shared/register-maps/trial.ts`: the buses of a gateway of ours, what it is asked about one, and its answer. */
  'Gateway/Buses': DataType.String,
  'Gateway/Question': DataType.String,
  'Gateway/Answer': DataType.String,
  /** JSON, see `shared/told-houses.ts`. */
  'Gateway/Houses': DataType.String,
} as const

/** True for a metric that controls the connection and is not a reading of a house. */
export function isBookkeeping(name: string): boolean {
  return Object.hasOwn(bookkeeping, name)
}
