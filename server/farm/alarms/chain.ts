import { sql } from 'drizzle-orm'
import { type ChainState, chainAt, type Telling } from '#shared/alarm-chain.ts'
import { ruleOfCode } from '#shared/alarm-rules.ts'
import { isGrave } from '#shared/alarms.ts'
import { isProvenOnSite } from '../../people/notices/take-back.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import type { HouseDirectory } from '../house-state/house-directory.ts'
import { type ChainFacts, chainFacts, keyOfTelling, type SaidAnswer } from './chain-facts.ts'
import { figuresNow } from './figures-now.ts'
import type { Calling } from './ways/phoned.ts'

/** What the current readings are read from, and whether anybody is phoned. */
export interface ReadingParts {
  directory: Pick<HouseDirectory, 'house' | 'houseOfDevice'>
  devices: { latest(deviceId: string): LatestState | undefined }
  config: Calling
}

/** Most alarms looked at in one round; the others have their turn in the next. */
const AT_ONCE = 2_000
/** What is left of the excess over the limit counts as better below this share of it. */
const BETTER = 0.8
/** And as worse above this share. */
const WORSE = 1.25

/** In SQL of the alarm `a`: what `isGrave` says. */
export const isGraveAlarm = sql`a.level in ('critical', 'emergency')`
/**
 * Which alarms are told along a chain, however far somebody has taken them: grave ones, whether of a controller, the platform or a
 * rule of the farm.
 */
export const mayChain = sql`${isGraveAlarm} and a.live and a.condition <> 'cleared'`
/** Of those, whose chain goes on: until somebody has proven to be on site. A cause given from bed helps no bird. */
export const isChained = sql`${mayChain} and a.handling <> 'solved' and not ${isProvenOnSite(sql`a`)}`
/** Alarms whose chain is to be looked at. */
export const isChainDue = sql`a.chain_at is not null and a.chain_at <= now()`

type Row = typeof alarm.$inferSelect

/** A chain as it stands. */
export interface Chain {
  facts: ChainFacts
  state: ChainState
  /** Of those due, whoever was not told in this step and round. */
  fresh: Telling[]
}

const isOver = ({ condition, handling, level, live }: Row): boolean =>
  condition === 'cleared' || handling === 'solved' || !live || !isGrave(level)

/** Whether an alarm's value can be further from its limit, or nearer: the code of a state cannot. */
function isAmount(code: string): boolean {
  const rule = ruleOfCode(code)
  return rule === null || rule.direction === 'above' || rule.direction === 'below'
}

/** Whether the readings of an alarm have come much nearer to its limit since an answer. */
function isBetter({ limit }: Row, now: number | null, { value }: SaidAnswer): boolean {
  if (limit === null || now === null || value === null) return false
  return Math.abs(now - limit) < BETTER * Math.abs(value - limit) || now > limit !== value > limit
}

/** Whether they are further beyond it than at the answer. */
function isWorse({ limit }: Row, now: number | null, { value }: SaidAnswer): boolean {
  if (limit === null || now === null || value === null || now > limit !== value > limit) return false
  return Math.abs(now - limit) > WORSE * Math.abs(value - limit)
}

/** How the chains of these alarms stand at a time, ms. */
export async function chainsOf(
  db: Db,
  rows: readonly Row[],
  { directory, devices, config }: ReadingParts,
  now: number,
): Promise<Map<string, Chain>> {
  const found = await chainFacts(db, rows, config)
  return new Map(
    rows.flatMap(row => {
      const facts = found.get(row.id)
      if (!facts) return []
      const { subjectId } = row
      const value = isAmount(row.code)
        ? figuresNow(row, directory.houseOfDevice(subjectId), devices.latest(subjectId), now).value
        : null
      const answers = facts.answers.map(said => ({
        ...said,
        isBetter: isBetter(row, value, said),
        isWorse: isWorse(row, value, said),
      }))
      const from = row.chainFrom?.getTime() ?? now
      const state = isOver(row)
        ? { due: [], ahead: [], next: null }
        : chainAt(
            facts.rota,
            { level: row.level, from, harmAt: row.harmAt?.getTime() ?? null, spared: facts.spared },
            answers,
            now,
          )
      const fresh = state.due.filter(telling => !facts.told.has(keyOfTelling(telling)))
      return [[row.id, { facts: { ...facts, answers }, state, fresh }] as const]
    }),
  )
}

/** Notes when to look at chains again; null: never, as they stand. */
export async function lookAgain(db: Db, chains: ReadonlyMap<string, Chain>): Promise<void> {
  if (chains.size === 0) return
  const ids = [...chains.keys()]
  const nexts = [...chains.values()].map(({ state: { next } }) =>
    next === null ? null : new Date(next).toISOString(),
  )
  await db.execute(sql`update ${alarm} a set chain_at = t.next
    from unnest(${sql.param(ids)}::text[], ${sql.param(nexts)}::timestamptz[]) as t(id, next) where a.id = t.id`)
}

/** The database's clock, ms since 1970: processes agree on it. */
export async function clockOf(db: Db): Promise<number> {
  const { rows } = await db.execute<{ now: string }>(
    sql`select floor(extract(epoch from now()) * 1000)::text as now`,
  )
  return Number(rows[0]?.now)
}

/**
 * Looks at every chain that is due, of all customers in one pass. Those with nobody to tell are put off until something
 * changes by the clock. Returns the farms where somebody is to be told.
 */
export async function farmsOfChains(db: Db, parts: ReadingParts): Promise<string[]> {
  const { rows: due } = await db.execute<{ id: string }>(
    sql`select a.id from ${alarm} a where ${isChainDue} order by a.chain_at limit ${AT_ONCE}`,
  )
  if (due.length === 0) return []
  const rows = await db
    .select()
    .from(alarm)
    .where(sql`${alarm.id} = any(${sql.param(due.map(({ id }) => id))}::text[])`)
  const chains = await chainsOf(db, rows, parts, await clockOf(db))
  const tells = rows.filter(({ id }) => (chains.get(id)?.fresh.length ?? 0) > 0)
  for (const { id } of tells) chains.delete(id)
  await lookAgain(db, chains)
  return [...new Set(tells.map(({ farmPath }) => farmPath))]
}
