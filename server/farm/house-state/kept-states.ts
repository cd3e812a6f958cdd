import { sql } from 'drizzle-orm'
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

/** States written in one statement. */
const AT_ONCE = 500

/** Writes states of houses; those that nobody has registered any more are left out. */
function writeStates(store: Store, states: readonly (readonly [houseId: string, now: HouseNow])[]) {
  const ids = states.map(([id]) => id)
  const names = states.map(([, { state }]) => state)
  const sinces = states.map(([, { since }]) => new Date(since).toISOString())
  return store.scoped(SYSTEM).execute(sql`update ${houseNow} h set state = t.state, state_since = t.since
    from unnest(${sql.param(ids)}::text[], ${sql.param(names)}::text[], ${sql.param(sinces)}::timestamptz[]) as t(id, state, since)
    where h.house_id = t.id`)
}

/**
 * Writes states beside their houses: a single writer, so that the last state wins; failures are kept for `retry`. What changes
 * while it writes goes out together, so that a power failure over a whole district is a handful of statements.
 */
export function stateWriter(store: Store, onError: (error: unknown) => void) {
  const unsaved = new Map<string, HouseNow>()
  let saving: Promise<void> | undefined
  const saveAll = async () => {
    try {
      while (unsaved.size > 0) {
        const taken = [...unsaved].slice(0, AT_ONCE).toSorted(([a], [b]) => (a < b ? -1 : 1))
        await writeStates(store, taken)
        for (const [houseId, now] of taken) if (unsaved.get(houseId) === now) unsaved.delete(houseId)
      }
    } catch (error) {
      onError(error)
    }
  }
  const save = () => {
    saving ??= saveAll().finally(() => {
      saving = undefined
    })
    return saving
  }
  return {
    write(houseId: string, now: HouseNow): void {
      unsaved.set(houseId, now)
      void save()
    },
    retry(): void {
      if (unsaved.size > 0) void save()
    },
    /** Resolves when what was told so far is written, or has failed once more: the store closes next. */
    async drain(): Promise<void> {
      await saving
      if (unsaved.size > 0) await save()
    },
  }
}
