import { eq } from 'drizzle-orm'
import type { ActiveAlarm, HouseStateName } from '#shared/house-state.ts'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { houseNow } from '../../platform/database/tables/farms.ts'

/** The state of a house. */
export interface HouseNow {
  state: HouseStateName
  /** ms since 1970 */
  since: number
  alarms: (ActiveAlarm & { since: number })[]
}

/** The states stored in the database; their alarms come from the devices. */
export async function readRemembered(store: Store): Promise<Map<string, HouseNow>> {
  const rows = await store
    .scoped(SYSTEM)
    .select({ id: houseNow.houseId, state: houseNow.state, since: houseNow.stateSince })
    .from(houseNow)
  return new Map(rows.map(({ id, state, since }) => [id, { state, since: since.getTime(), alarms: [] }]))
}

/** Writes states beside their houses: a single writer, so that the last state wins; failures are kept for `retry`. */
export function stateWriter(store: Store, onError: (error: unknown) => void) {
  const unsaved = new Map<string, HouseNow>()
  let saving = false
  const save = async () => {
    if (saving) return
    saving = true
    try {
      for (const [houseId, now] of unsaved) {
        const row = { state: now.state, stateSince: new Date(now.since) }
        await store.scoped(SYSTEM).update(houseNow).set(row).where(eq(houseNow.houseId, houseId))
        if (unsaved.get(houseId) === now) unsaved.delete(houseId)
      }
    } catch (error) {
      onError(error)
    } finally {
      saving = false
    }
  }
  return {
    write(houseId: string, now: HouseNow): void {
      unsaved.set(houseId, now)
      void save()
    },
    retry(): void {
      if (unsaved.size > 0) void save()
    },
  }
}
