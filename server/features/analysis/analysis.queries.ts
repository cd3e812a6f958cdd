import { inArray, sql } from 'drizzle-orm'
import type { AnalysisKind } from '#shared/analysis.ts'
import type { AnalysisLine } from '#shared/contracts/analysis.ts'
import { type Currency, totals } from '#shared/money.ts'
import type { Language } from '#shared/text.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { monthAfter, monthOf, type Period } from './period.ts'

/** Counts of one key, by step of the period and for the period before. */
export interface Counted {
  kind: AnalysisKind
  key: string
  before: number
  values: number[]
  /** Exact decimals, as summed by the database. */
  amount: { now: string; before: string }
}

/** The step that represents the whole period before. */
const BEFORE = -1
/** Ranked without a time series: there may be too many of them. */
const ranked: readonly AnalysisKind[] = ['good']
const GOODS_SHOWN = 20

/** Days of one month, by their place in it from 1 on, that belong to one step. */
interface Piece {
  step: number
  month: string
  since: number
  until: number
}

/** The days from one to another, month by month. */
function piecesOf(step: number, from: string, to: string): Piece[] {
  const pieces: Piece[] = []
  for (let day = from; day <= to; ) {
    const month = monthOf(day)
    const next = monthAfter(day)
    const since = daysBetween(month, day) + 1
    pieces.push({ step, month, since, until: daysBetween(month, next <= to ? next : daysAfter(to, 1)) })
    day = next
  }
  return pieces
}

/** A row of counts: `steps` and `counts` stand side by side, `{1,2}`, without those that are 0. JSON would take longer to write. */
interface Row extends Record<string, unknown> {
  kind: AnalysisKind
  key: string
  steps: string
  counts: string
  amount: string
  amountBefore: string
}

/**
 * The counts of some kinds in the period and the one before. Viewers who see all customers read the counts over all; viewers
 * of departments get the rows of these, as row-level security shows them. Each step is a difference in each of its months,
 * summed by the database, so that few numbers travel.
 */
export async function countsOf(
  db: Db,
  scope: Scope,
  kinds: readonly AnalysisKind[],
  { to, before, days }: Period,
): Promise<Counted[]> {
  const pieces = [
    ...piecesOf(BEFORE, before.from, before.to),
    ...days.flatMap((day, i) => piecesOf(i, day, daysAfter(days[i + 1] ?? daysAfter(to, 1), -1))),
  ]
  const all = (name: keyof Piece) => sql.param(pieces.map(piece => piece[name]))
  const { rows } = await db.execute<Row>(sql`
    select what as kind, key, steps_of::text as steps, counts::text, amount::text, amount_before::text as "amountBefore"
    from sums_of_analysis(${sql.param([...kinds])}, ${scope.customers === 'all'}, ${all('step')}, ${all('month')}, ${all('since')},
      ${all('until')})`)
  return rows.map(({ kind, key, steps, counts, amount, amountBefore }) => {
    const sums = numbersIn(counts)
    const at = new Map(numbersIn(steps).map((step, i) => [step, sums[i] ?? 0]))
    const values = days.map((_, i) => at.get(i) ?? 0)
    return { kind, key, before: at.get(BEFORE) ?? 0, values, amount: { now: amount, before: amountBefore } }
  })
}

const numbersIn = (array: string): number[] => JSON.parse(`[${array.slice(1, -1)}]`) as number[]

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)

/** One line for each kind and key, highest count first. */
export function linesOf(counted: readonly Counted[]): AnalysisLine[] {
  const made = counted.map(
    ({ kind, key, before, values, amount }): AnalysisLine => ({
      kind,
      key,
      name: null,
      now: sum(values),
      before,
      values: ranked.includes(kind) ? [] : values,
      amount: kind === 'amount' ? { now: paid(key, amount.now), before: paid(key, amount.before) } : null,
    }),
  )
  return made.toSorted((one, other) => other.now - one.now || other.before - one.before)
}

/** Exact, with the decimals of its currency. */
const paid = (currency: string, amount: string): string =>
  totals([{ amount, currency: currency as Currency }])[0]?.amount ?? '0.00'

/** The counts of several keys as those of one. */
export function inOne([first, ...rest]: readonly Counted[]): Counted[] {
  if (!first) return []
  const values = first.values.map((n, i) => rest.reduce((all, other) => all + (other.values[i] ?? 0), n))
  const before = rest.reduce((all, other) => all + other.before, first.before)
  return [{ ...first, key: '', before, values }]
}

/** Names of the most ordered goods; the others go without. */
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
