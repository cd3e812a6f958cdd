import { bookkeeping, settingByName } from '#shared/signals.ts'
import { DataType, type Metric, type MetricValue } from '#shared/sparkplug/types.ts'
import type { Return } from '#shared/temporary-settings.ts'
import type { ChangeRow } from './open-changes.ts'
import type { ToldSettings } from './told-settings.ts'

interface Now {
  told: ToldSettings
  /** ms since 1970 */
  now: number
  expiresAt: number
  /** Everything the gateway is to set by itself later on the settings of this change. */
  returns: readonly Return[]
}

/**
 * The metrics of a DCMD: one document, executed as a whole. A repeated command has the same id, which a controller executes
 * once. A node that answers no commands gets the settings alone.
 */
export function commandOf(change: ChangeRow, { told, now, expiresAt, returns }: Now): Metric[] {
  const settings = Object.entries(change.wanted).map(([name, value]): Metric => {
    const datatype = settingByName(name)?.datatype ?? DataType.String
    return { name, datatype, value, timestamp: now }
  })
  if (!told.answers) return settings
  const steer = (name: keyof typeof bookkeeping, value: MetricValue): Metric => ({
    name,
    datatype: bookkeeping[name],
    value,
    timestamp: now,
  })
  return [
    steer('Command/Id', change.id),
    ...(told.version === null ? [] : [steer('Command/ExpectedVersion', BigInt(told.version))]),
    steer('Command/ExpiresAt', expiresAt),
    ...(change.returnsAt === null ? [] : [steer('Command/RevertAt', change.returnsAt.getTime())]),
    // In place of what was planned for these settings, for a gateway that keeps a list.
    ...(told.returns === null ? [] : [steer('Command/Returns', JSON.stringify(returns))]),
    steer('Command/User', change.actorName ?? ''),
    ...settings,
  ]
}
