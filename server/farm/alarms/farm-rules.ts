import { eq } from 'drizzle-orm'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import type { KnownHouse } from '../house-state/house-directory.ts'

/** Prefix of `rule` in an alarm raised by a farm's own rule; the rule's id follows. */
export const FARM_RULE = 'farm rule '

export type FarmRule = Pick<
  typeof alarmRule.$inferSelect,
  | 'id'
  | 'officePath'
  | 'houseId'
  | 'houseType'
  | 'metric'
  | 'direction'
  | 'limit'
  | 'forMinutes'
  | 'level'
  | 'receivers'
  | 'ways'
>

/** Rules of farms, held in memory by house: a report causes no query. */
export interface FarmRules {
  /** The rules that apply in a house. */
  of(house: KnownHouse): readonly FarmRule[]
  /** Houses or the office tree changed. */
  forget(): void
  stop(): Promise<void>
}

const holdsIn = (rule: FarmRule, house: KnownHouse): boolean =>
  house.officePath.startsWith(rule.officePath) &&
  (rule.houseId === null || rule.houseId === house.id) &&
  (rule.houseType === null || rule.houseType === house.type)

/** Reads the rules, and again whenever any process has changed one. `changed` is called after that. */
export async function openFarmRules(
  store: Store,
  changed: () => void,
  failed: (error: unknown) => void,
): Promise<FarmRules> {
  let rules: readonly FarmRule[] = []
  let byHouse = new Map<string, readonly FarmRule[]>()
  const read = async () => {
    rules = await store.scoped(SYSTEM).select().from(alarmRule).where(eq(alarmRule.status, 'on'))
    byHouse = new Map()
  }
  let reading = read()
  await reading
  const again = () => {
    reading = reading.then(read).then(changed).catch(failed)
  }
  // Changes made before we listened are read when listening begins.
  const listening = store.listen('alarm_rule', { heard: again, began: again })
  return {
    of(house) {
      const known = byHouse.get(house.id)
      if (known) return known
      const found = rules.filter(rule => holdsIn(rule, house))
      byHouse.set(house.id, found)
      return found
    },
    forget() {
      byHouse = new Map()
    },
    async stop() {
      await listening.stop()
      await reading
    },
  }
}
