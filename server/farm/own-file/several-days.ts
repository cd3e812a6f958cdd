import { type rowSpans, SPAN_DAYS } from '#shared/file-layout.ts'
import { type Text, text } from '#shared/text.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import type { FieldFault } from '../../platform/http/errors.ts'
import type { Message } from '../../platform/http/texts.ts'
import type { FileDay } from './file-day.ts'
import type { Place } from './places.ts'
import { exact, kindOf, sharesOf } from './spans.ts'
import type { Use } from './words.ts'

/** A cell that tells a figure: where, in its own words, and in which unit. */
interface Told {
  use: Use
  /** Its address, and the title over it. */
  at: string
  said: string
  /** What one unit of the cell is in that of the record. */
  factor: number
  unit: string | null
}

/** A cell of which only those around it tell the days that it counts. */
export interface Amount extends Told {
  title: string
  flock: Place
  /** The day of its row, and what the file tells of that. */
  day: string
  file: FileDay
  /** In the unit of the record. */
  value: number
  /** What its row counts; null for a running total. */
  span: { days: number; is: (typeof rowSpans)[number] } | null
  /** Days that rows lie apart. */
  step: number
}

/** Puts what a cell says into a day, unless another cell says something else. */
export function tell(
  day: FileDay,
  { use, at, said, factor, unit }: Told,
  figure: { value: unknown } | { fault: FieldFault['message'] },
): void {
  const [known, cell] = [day.values[use], day.cells[use]]
  day.found[use] = said
  if (factor !== 1 && unit !== null) day.units[use] = { unit, factor }
  day.cells[use] = at
  if ('fault' in figure) day.faults.push({ field: use, message: figure.fault })
  else if (known !== undefined && known !== figure.value)
    day.faults.push({ field: use, message: [otherValue, { cell: cell ?? '' }] })
  else day.values[use] = figure.value
}

const otherValue = text('{cell} 对这一天写的是另一个数值', 'Cell {cell} has another value for this day')
export const whichDay = text(
  '此数是几天合计的，无法得知发生在哪一天。请按天填写，或在上方不导入此列',
  'This counts several days together, and nothing tells on which it happened. Enter it day by day, or leave the column out above',
)
const fallen = text(
  '累计数小于之前的 {cell}。如已换批次或更正过，请按天填写',
  'This running total is smaller than the one before, in {cell}',
)
const tooLong = text(
  '与上一个累计数（{cell}）相隔 {days} 天，无法得知各天的数值',
  '{days} days lie since the running total before, in {cell}: too many to spread it over',
)
const begins = text(
  '“{title}”从 {said} 开始累计（{cell}）：此前的数值未导入',
  '“{title}” is a running total that begins with {said} in {cell}: what it counted before is not imported',
)
const spreadOver = text(
  '“{title}”有 {count} 个几天合计的数，已平均分摊到各天，并在备注中注明',
  '“{title}” has amounts of several days together: {count}. They are spread evenly over their days, and the notes of those days say so',
)

type DayFor = (amount: Amount, day: string) => FileDay

/** Gives each day its share of the amounts; returns what their reader should know of it. */
export function spreadAmounts(amounts: ReadonlyMap<string, readonly Amount[]>, dayFor: DayFor): Message[] {
  const spread = new Map<string, number>()
  const notes: Message[] = []
  for (const group of amounts.values()) {
    const sorted = group.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    for (const [i, amount] of sorted.entries()) {
      const { title, said, at: cell } = amount
      const of = amount.span ? ofRow(amount, sorted, i) : ofTotal(amount, sorted[i - 1])
      if (of === 'begins') notes.push([begins, { title, said, cell }])
      else if (of === 'again') continue
      else if ('fault' in of) tell(amount.file, amount, of)
      else if (shared(amount, of, dayFor)) spread.set(title, (spread.get(title) ?? 0) + 1)
    }
  }
  const told = [...spread].map(([title, count]): Message => [spreadOver, { title, count }])
  return [...notes, ...told]
}

/** An amount and its days. */
interface Counted {
  value: number
  from: string
  to: string
}

/** What a running total adds to the one before, and since when; the first one only where it began with the birds. */
function ofTotal(
  { value, day, flock, step }: Amount,
  before: Amount | undefined,
): Counted | { fault: [Text, Record<string, string | number>] } | 'begins' | 'again' {
  if (!before) {
    const isFirst = day <= daysAfter(flock.placedOn, step)
    return isFirst ? { value, from: step > 1 ? flock.placedOn : day, to: day } : 'begins'
  }
  const [days, cell] = [daysBetween(before.day, day), before.at]
  if (days === 0) return value === before.value ? 'again' : { fault: [otherValue, { cell }] }
  const added = exact(value - before.value)
  if (added < 0) return { fault: [fallen, { cell }] }
  if (days > SPAN_DAYS && added > 0) return { fault: [tooLong, { days, cell }] }
  return { value: added, from: daysAfter(before.day, days > SPAN_DAYS ? days : 1), to: day }
}

/** The days that a row counts: no day of another row, and none without its birds. */
function ofRow({ value, day, span, flock }: Amount, rows: readonly Amount[], i: number): Counted {
  const days = span?.days ?? 1
  if (span?.is === 'upTo') {
    const last = rows.slice(0, i).findLast(each => each.day < day)?.day
    const from =
      [daysAfter(day, 1 - days), flock.placedOn, last ? daysAfter(last, 1) : ''].sort().at(-1) ?? day
    return { value, from: from < day ? from : day, to: day }
  }
  const next = rows.slice(i + 1).find(each => each.day > day)?.day
  const ends = [daysAfter(day, days - 1), flock.until, next && daysAfter(next, -1)]
  const to = ends.filter(end => end !== undefined).sort()[0] ?? day
  return { value, from: day, to: to > day ? to : day }
}

/** Puts an amount into its days; whether they are several that share it. */
function shared(amount: Amount, { value, from, to }: Counted, dayFor: DayFor): boolean {
  const { use, factor, said, span } = amount
  const days = daysBetween(from, to) + 1
  const own = (share: number) => String(exact(share / factor))
  if (days > 1 && kindOf(use) === 'atOnce' && value !== 0) {
    tell(amount.file, amount, { fault: whichDay })
    return false
  }
  if (days === 1 || kindOf(use) === 'atOnce') {
    // Of a running total the preview compares what it adds.
    tell(amount.file, { ...amount, said: span ? said : `${own(value)} (${said})` }, { value })
    return false
  }
  for (const [i, share] of sharesOf(use, value, days).entries()) {
    const day = dayFor(amount, daysAfter(from, i))
    tell(day, { ...amount, said: `${own(share)} (${own(value)} ÷ ${days})` }, { value: share })
    if (value !== 0) day.spread[use] = { sum: value, from, to }
  }
  return value !== 0
}
