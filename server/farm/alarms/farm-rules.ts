import { eq } from 'drizzle-orm'
import { type Clause, codeOfRule } from '#shared/alarm-rules.ts'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { inRound } from '../../platform/rounds.ts'
import type { KnownHouse } from '../house-state/house-directory.ts'

/** Prefix of `rule` in an alarm raised by a farm's own rule; the rule's id follows. */
export const FARM_RULE = 'farm rule '

type Row = typeof alarmRule.$inferSelect
export interface FarmRule
  extends Pick<
    Row,
    | 'id'
    | 'officePath'
    | 'farmPath'
    | 'houseId'
    | 'houseType'
    | 'metric'
    | 'direction'
    | 'limit'
    | 'forMinutes'
    | 'forDays'
    | 'level'
    | 'receivers'
    | 'ways'
  > {
  condition: Clause | null
}

/** The second value that a rule as stored depends on. */
export function conditionOf({
  conditionMetric: metric,
  conditionDirection: direction,
  conditionLimit: limit,
}: Pick<Row, 'conditionMetric' | 'conditionDirection' | 'conditionLimit'>): Clause | null {
  return metric === null || direction === null || limit === null ? null : { metric, direction, limit }
}

/** Rules of farms, held in memory by house: a report causes no query. */
export interface FarmRules {
  /** The rules that apply in a house. */
  of(house: KnownHouse): readonly FarmRule[]
  /** Houses or the office tree changed. */
  forget(): void
  stop(): Promise<void>
}

const holdsIn = (rule: FarmRule, house: KnownHouse): boolean =>
  // Houses of its customers, of a farm that is an agent too, lie below it and have rules of their own.
  house.farmPath === rule.farmPath &&
  house.officePath.startsWith(rule.officePath) &&
  (rule.houseId === null || rule.houseId === house.id) &&
  (rule.houseType === null || rule.houseType === house.type)

/** What a rule asks, and where: what is on its way to an alarm by it starts over when this changes. */
const askedBy = (rule: FarmRule): string =>
  JSON.stringify([
    rule.officePath,
    rule.houseId,
    rule.houseType,
    codeOfRule(rule),
    rule.limit,
    rule.forMinutes,
    rule.forDays,
  ])

/** The rules that ask something else than before, are new or are gone. */
function changedBetween(before: readonly FarmRule[], after: readonly FarmRule[]): ReadonlySet<string> {
  const known = new Map(before.map(rule => [rule.id, askedBy(rule)]))
  const changed = new Set(after.filter(rule => known.get(rule.id) !== askedBy(rule)).map(({ id }) => id))
  const kept = new Set(after.map(({ id }) => id))
  for (const { id } of before) if (!kept.has(id)) changed.add(id)
  return changed
}

/**
 * Reads the rules, and again whenever any process has changed one. `changed` is called after that with those that ask
 * something else than before, are new or are gone.
 */
export async function openFarmRules(
  store: Store,
  changed: (ids: ReadonlySet<string>) => void,
  failed: (error: unknown) => void,
): Promise<FarmRules> {
  let rules: readonly FarmRule[] = []
  let byHouse = new Map<string, readonly FarmRule[]>()
  const read = async (): Promise<ReadonlySet<string>> => {
    const rows = await store.scoped(SYSTEM).select().from(alarmRule).where(eq(alarmRule.status, 'on'))
    const before = rules
    rules = rows.map(row => ({ ...row, condition: conditionOf(row) }))
    byHouse = new Map()
    return changedBetween(before, rules)
  }
  await read()
  let reading = Promise.resolve()
  const again = () => {
    reading = inRound('alarmRules', () => reading.then(read).then(tell)).catch(failed)
  }
  const tell = (ids: ReadonlySet<string>) => {
    if (ids.size > 0) changed(ids)
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
