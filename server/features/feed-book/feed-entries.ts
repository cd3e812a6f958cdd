import type { FeedEntry, FeedEntryForm } from '#shared/contracts/feed-book.ts'
import { type FeedDay, shortOn } from '#shared/feed-book.ts'
import { normal } from '#shared/money.ts'
import { text } from '#shared/text.ts'
import { type Reader, shownUnit } from '#shared/units.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { recountHouse } from '../../farm/flocks/moves/carried.ts'
import { bookOf } from '../../farm/house-entries/feed-course.ts'
import { houseEntries, type Watching } from '../../farm/house-entries/house-entries.ts'
import { feedEntry } from '../../platform/database/tables/house-entries.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import type { Message } from '../../platform/http/texts.ts'

/** Prices are for those who manage flocks. */
export const seesPrices = ({ grants }: Pick<Viewer, 'grants'>): boolean => grants.has('chicken_batch:edit')

type Form = Omit<FeedEntryForm, 'houseId'>

export function feedFaults({
  kind,
  amountKg,
  tonnePrice,
  currency,
}: Pick<Form, 'kind' | 'amountKg' | 'tonnePrice' | 'currency'>): FieldFault[] {
  const faults: FieldFault[] = []
  // An empty silo can be found; nothing is no delivery.
  if (kind !== 'counted' && amountKg <= 0)
    faults.push({ field: 'amountKg', message: text('须大于 0', 'Must be more than 0') })
  if (tonnePrice && !currency)
    faults.push({ field: 'currency', message: text('请选择币种', 'Choose the currency of the price') })
  return faults
}

/** What a shortage says: the day, and how much was missing. */
export function shortSays({ day, kg }: { day: string; kg: number }, { language, units }: Reader): Message {
  const { shown, unit } = shownUnit('kg', units)
  const amount = `${Math.round(shown(kg)).toLocaleString(language)} ${unit}`
  return [
    text(
      '{day} 料塔将缺料 {amount}：此前可能少记了进料或盘点。请先补记；如稍后补记，请勾选',
      'The house would be {amount} short of feed on {day}: a delivery or a stock taken before it may be missing. Enter that first, or tick this to enter it later',
    ),
    { day, amount },
  ]
}

/** The first day on which a house is short of more feed than it was before. */
export function newlyShort(
  before: readonly FeedDay[],
  after: readonly FeedDay[],
): { day: string; kg: number } | undefined {
  const was = new Map(before.map(({ day, stock }) => [day, stock]))
  return shortOn(after.filter(({ day, stock }) => stock < Math.min(0, was.get(day) ?? 0) - 1))
}

/** Past the end of today in every zone. */
export const untilNow = (): string => daysAfter(new Date().toISOString().slice(0, 10), 1)

async function watch(call: Watching, houseId: string) {
  const to = untilNow()
  const before = await bookOf(call.db, houseId, to)
  return async () => {
    const after = await bookOf(call.db, houseId, to)
    const short = newlyShort(before.days, after.days)
    if (short) throw refuse.invalid([{ field: 'isKnownShort', message: shortSays(short, call) }])
  }
}

/** The lines of feed books. */
export const feedEntries = houseEntries<Form, FeedEntry>({
  table: feedEntry,
  searched: [feedEntry.feed, feedEntry.supplier, feedEntry.noteNumber, feedEntry.batch],
  columnsOf: (form, viewer, before) => ({
    kind: form.kind,
    feed: form.feed,
    amountKg: form.amountKg,
    supplier: form.supplier,
    noteNumber: form.noteNumber,
    batch: form.batch,
    ...(seesPrices(viewer)
      ? {
          tonnePrice: form.tonnePrice ?? null,
          currency: form.tonnePrice ? (form.currency ?? null) : null,
        }
      : { tonnePrice: before?.tonnePrice ?? null, currency: before?.currency ?? null }),
  }),
  faults: feedFaults,
  shown: ({ tonnePrice, currency }, viewer) =>
    seesPrices(viewer) && typeof tonnePrice === 'string'
      ? { tonnePrice: normal(tonnePrice), currency }
      : { tonnePrice: null, currency: null },
  watch,
  follow: ({ db, viewer }, houseId, from) => recountHouse(db, viewer.scope, houseId, from),
})
