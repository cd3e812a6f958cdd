import type { BirthKind } from '#shared/devices.ts'
import type { Metric } from '#shared/sparkplug/types.ts'
import type { Latest } from './latest.ts'
import { createLayoutBudget } from './layout-budget.ts'
import type { Layouts } from './layouts.ts'
import {
  doubtOfAliases,
  emptyTable,
  passedOver,
  readBirth,
  type SignalTable,
  tableOf,
} from './signal-table.ts'

/** How the data of each device is decoded: by its last birth, which may date from before the start. */
export interface DeviceTables {
  /**
   * Takes a birth. Undefined when it is refused for too many new layouts: data cannot be read until the next birth.
   * `doubt` is told what is wrong with an accepted birth.
   */
  born(
    deviceId: string,
    kind: BirthKind,
    metrics: readonly Metric[],
    receivedAt: number,
    doubt: (reason: string) => void,
  ): SignalTable | undefined
  find(deviceId: string): SignalTable | undefined
  /** For data without a birth: only metrics sent by name can be read. */
  begin(deviceId: string): SignalTable
  forget(deviceId: string): void
  /** The last birth was refused; `retry` when another would be accepted. */
  barred(deviceId: string): { retry: boolean } | undefined
}

/** Starts with the stored births, so that aliases in unacknowledged messages are understood. */
export function createDeviceTables(
  layouts: Layouts,
  latest: Pick<Latest, 'births' | 'setBirth'>,
): DeviceTables {
  const tables = new Map<string, SignalTable>()
  const budget = createLayoutBudget()
  const barred = new Set<string>()
  for (const [id, born] of latest.births()) tables.set(id, { ...born, admits: () => budget.takes(id) })
  return {
    born(id, kind, metrics, receivedAt, doubt) {
      const birth = readBirth(metrics)
      const table = tableOf(birth, layouts, () => budget.takes(id))
      if (!table) {
        barred.add(id)
        return undefined
      }
      barred.delete(id)
      table.passedOver = passedOver(metrics, table)
      const wrong = doubtOfAliases(birth)
      if (wrong) doubt(wrong)
      tables.set(id, table)
      const { set, firstAlias } = table
      latest.setBirth(id, kind, { set, firstAlias }, receivedAt)
      return table
    },
    find: id => tables.get(id),
    begin(id) {
      const table = emptyTable(layouts, () => budget.takes(id))
      tables.set(id, table)
      return table
    },
    forget: id => void tables.delete(id),
    barred: id => (barred.has(id) ? { retry: budget.hasRoom(id) } : undefined),
  }
}
