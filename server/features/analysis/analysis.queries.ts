import { inArray, sql } from 'drizzle-orm'
import type { AnalysisKind } from '#shared/analysis.ts'
import type { AnalysisLine } from '#shared/contracts/analysis.ts'
import { type Currency, totals } from '#shared/money.ts'
import type { Language } from '#shared/text.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { good } from '../../platform/database/tables/goods.ts'
import type { Period } from './period.ts'

/** What is counted by one key in one step; `step` is -1 in the period before. */
interface Counted extends Record<string, unknown> {
  kind: AnalysisKind
  key: string
  step: number
  n: number
  amount: string
}

/** Ranked without a course over time: there may be too many of them. */
const ranked: readonly AnalysisKind[] = ['good']
const GOODS_SHOWN = 20

/**
 * The counts of some kinds in the period and in the one before. Who sees all customers reads what was counted of all; who sees
 * those of departments has the rows of these, as row-level security shows them.
 */
export async function countsOf(
  db: Db,
  scope: Scope,
  kinds: readonly AnalysisKind[],
  period: Period,
): Promise<Counted[]> {
  const { to, before, days } = period
  // Counts are exact as doubles; sums of decimals take several times as long, and few kinds have any.
  const { rows } = await db.execute<Counted>(sql`
    select what as kind, key, width_bucket(day, ${sql.param([...days])}::date[]) - 1 as step, sum(n::float8) as n,
      coalesce(sum(amount) filter (where what = 'amount'), 0)::text as amount from analysis_count
    where what = any(${sql.param([...kinds])}::text[]) and is_whole = ${scope.customers === 'all'}
      and day between ${before.from}::date and ${to}::date
    group by 1, 2, 3`)
  return rows
}

/** One line for each kind and key, what is counted most first. */
export function linesOf(counted: readonly Counted[], { days }: Period): AnalysisLine[] {
  const lines = Map.groupBy(counted, ({ kind, key }) => `${kind} ${key}`)
  const made = [...lines.values()].flatMap(([first, ...rest]) =>
    first ? [lineOf([first, ...rest], days)] : [],
  )
  return made.toSorted((one, other) => other.now - one.now || other.before - one.before)
}

function lineOf(rows: readonly [Counted, ...Counted[]], days: Period['days']): AnalysisLine {
  const [{ kind, key }] = rows
  const at = new Map(rows.map(({ step, n }) => [step, n]))
  const values = days.map((_, i) => at.get(i) ?? 0)
  return {
    kind,
    key,
    name: null,
    now: values.reduce((sum, n) => sum + n, 0),
    before: at.get(-1) ?? 0,
    values: ranked.includes(kind) ? [] : values,
    amount: kind === 'amount' ? amountOf(rows) : null,
  }
}

/** Exact sums of decimals, as the database made them for each step. */
function amountOf(rows: readonly Counted[]): { now: string; before: string } {
  return {
    now: sumOf(rows.filter(({ step }) => step >= 0)),
    before: sumOf(rows.filter(({ step }) => step < 0)),
  }
}

const sumOf = (rows: readonly Counted[]): string =>
  totals(rows.map(({ key, amount }) => ({ amount, currency: key as Currency })))[0]?.amount ?? '0.00'

/** Goods by their names, those ordered most; others are not named any more. */
export async function namedGoods(
  db: Db,
  language: Language,
  lines: readonly AnalysisLine[],
): Promise<AnalysisLine[]> {
  const goods = lines.filter(({ kind }) => kind === 'good').slice(0, GOODS_SHOWN)
  const ids = goods.map(({ key }) => key)
  const found = await db
    .select({ id: good.id, name: nameIn(language, good) })
    .from(good)
    .where(inArray(good.id, ids))
  const names = new Map(found.map(({ id, name }) => [id, name]))
  const shown = goods.map(line => ({ ...line, name: names.get(line.key) ?? null }))
  return [...lines.filter(({ kind }) => kind !== 'good'), ...shown]
}
