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

/** What the data of each device is read by: its last birth, also from before the start. */
export interface DeviceTables {
  /**
   * A birth came. Undefined, and its data cannot be read until the next, when it is refused: too many new layouts.
   * `doubt` is told what is wrong with one that is taken.
   */
  born(
    deviceId: string,
    metrics: readonly Metric[],
    receivedAt: number,
    doubt: (reason: string) => void,
  ): SignalTable | undefined
  find(deviceId: string): SignalTable | undefined
  /** For data without a birth: knows nothing but what comes by name. */
  begin(deviceId: string): SignalTable
  /** The last birth was refused; `retry` when another one would be let in. */
  barred(deviceId: string): { retry: boolean } | undefined
}

/** Starts with the births of before the start, so that aliases of unacknowledged messages are understood. */
export function createDeviceTables(layouts: Layouts, latest: Latest): DeviceTables {
  const tables = new Map<string, SignalTable>()
  const budget = createLayoutBudget()
  const barred = new Set<string>()
  for (const [id, born] of latest.births()) tables.set(id, { ...born, admits: () => budget.takes(id) })
  return {
    born(id, metrics, receivedAt, doubt) {
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
      latest.setBirth(id, { set, firstAlias }, receivedAt)
      return table
    },
    find: id => tables.get(id),
    begin(id) {
      const table = emptyTable(layouts, () => budget.takes(id))
      tables.set(id, table)
      return table
    },
    barred: id => (barred.has(id) ? { retry: budget.hasRoom(id) } : undefined),
  }
}
