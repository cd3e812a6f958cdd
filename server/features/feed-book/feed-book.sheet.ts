import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { valuesOf } from '#shared/choices.ts'
import { FEED_KG_MOST, type FeedEntry, FeedEntryForm, feedBook } from '#shared/contracts/feed-book.ts'
import { feedDays, feedKindNames } from '#shared/feed-book.ts'
import { currencies, currencyNames } from '#shared/money.ts'
import { type Text, text } from '#shared/text.ts'
import { boundText } from '#shared/units.ts'
import { entriesImport } from '../../farm/house-entries/entries-import.ts'
import { type EntryFilter, entriesWhere, seenEntries } from '../../farm/house-entries/entry-rows.ts'
import { fedIn, lineOf, linesOf } from '../../farm/house-entries/feed-course.ts'
import { feedEntry } from '../../platform/database/tables/house-entries.ts'
import { keepAmounts } from '../../platform/jobs/amount-cells.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import type { Asked, Filled, ImportColumn } from '../../platform/jobs/sheet-parts.ts'
import { feedEntries, newlyShort, seesPrices, shortSays, untilNow } from './feed-entries.ts'

type Row = Filled<z.output<typeof FeedEntryForm>>

const labels = {
  house: text('鸡舍', 'House'),
  day: text('日期', 'Date'),
  kind: text('类别', 'Kind'),
  feed: text('饲料', 'Feed'),
  amountKg: text('数量', 'Amount'),
  supplier: text('供货单位', 'Supplier'),
  noteNumber: text('送货单号', 'Delivery note'),
  batch: text('批号', 'Batch'),
  tonnePrice: text('单价（每吨）', 'Price per tonne'),
  currency: text('币种', 'Currency'),
  note: text('备注', 'Note'),
}

const readEntries = ({ db, viewer, language }: Asked, ids: readonly string[]) =>
  entriesWhere(db, viewer.scope, language, feedEntry, inArray(feedEntry.id, [...ids, '']))

/** A file whose lines leave a house short of feed on a day: the fault is on its last line up to that day. */
async function checkStock(asked: Asked, rows: readonly Row[]): Promise<void> {
  const { db } = asked
  const to = untilNow()
  for (const [houseId, own] of Map.groupBy(rows, ({ form }) => form.houseId)) {
    const stored = (await linesOf(db, houseId)).map(line => lineOf(line, null))
    const added = own.map(({ form }) => ({ day: form.day, kind: form.kind, kg: form.amountKg, price: null }))
    const lines = [...stored, ...added]
    const from = lines.map(({ day }) => day).sort()[0] ?? to
    const fed = (await fedIn(db, [houseId], from)).get(houseId) ?? new Map<string, number>()
    const short = newlyShort(feedDays(stored, fed, to), feedDays(lines, fed, to))
    if (!short) continue
    const upTo = own.filter(({ form }) => form.day <= short.day)
    const last = upTo.toSorted((a, b) => (a.form.day < b.form.day ? 1 : -1))[0] ?? own[0]
    last?.draft.faults.push({ field: 'amountKg', message: shortSays(short, asked) })
  }
}

/** Where prices may not be told they are not read from the file either. */
const priced: ReturnType<typeof entriesImport<z.output<typeof FeedEntryForm>>> = entriesImport(
  feedEntries as never,
  ({ kind, amountKg, noteNumber, feed }) => [kind, amountKg, noteNumber, feed].map(String).join(' '),
  checkStock,
)

const help = (said: Text) => (language: 'zh-CN' | 'en-US') => said[language]
const words = (field: 'feed' | 'supplier' | 'noteNumber' | 'batch'): ImportColumn => ({
  field,
  kind: 'text',
  label: labels[field],
  help: help(text('可留空', 'May be left empty')),
})

/** The feed books in Excel. */
export const feedBookSheet = listSheet({
  list: 'feed-book',
  contract: feedBook,
  columns: [
    { field: 'houseName', kind: 'text', width: 24, label: labels.house },
    { field: 'customer', kind: 'text', width: 28, isOthers: true, label: text('客户', 'Customer') },
    { field: 'day', kind: 'date', label: labels.day },
    { field: 'kind', kind: 'text', words: feedKindNames, label: labels.kind },
    { field: 'feed', kind: 'text', label: labels.feed },
    {
      field: 'amountKg',
      kind: 'number',
      label: labels.amountKg,
      value: ({ amountKg }: FeedEntry) => amountKg,
    },
    { field: 'supplier', kind: 'text', width: 24, label: labels.supplier },
    { field: 'noteNumber', kind: 'text', label: labels.noteNumber },
    { field: 'batch', kind: 'text', label: labels.batch },
    {
      field: 'tonnePrice',
      kind: 'number',
      label: labels.tonnePrice,
      value: ({ tonnePrice }: FeedEntry) => (tonnePrice === null ? null : Number(tonnePrice)),
    },
    { field: 'currency', kind: 'text', label: labels.currency, words: currencyNames },
    { field: 'note', kind: 'text', width: 40, label: labels.note },
    { field: 'by', kind: 'text', label: text('记录人', 'By') },
  ],
  ids: (asked, query: EntryFilter & { sort?: string | undefined }) => feedEntries.ids(asked, query),
  rows: async (asked, ids) =>
    (await readEntries(asked, ids)).map(each => feedEntries.show(each, asked.viewer)),
  seen: async (asked, ids) => seenEntries(await readEntries(asked, ids)),
  import: {
    form: FeedEntryForm,
    columns: [
      {
        field: 'houseId',
        kind: 'text',
        width: 24,
        isRequired: true,
        label: labels.house,
        help: help(text('鸡舍名称', 'Name of the house')),
      },
      {
        field: 'day',
        kind: 'date',
        isRequired: true,
        label: labels.day,
        help: help(text('如 2026-01-31；不得晚于今天', 'Such as 2026-01-31. Not after today')),
      },
      {
        field: 'kind',
        kind: 'text',
        isRequired: true,
        words: feedKindNames,
        choices: valuesOf(feedKindNames),
        label: labels.kind,
        help: help(text('盘点为当天收工时的存料', 'Stock taken is what was left that evening')),
      },
      words('feed'),
      {
        field: 'amountKg',
        kind: 'number',
        isRequired: true,
        label: labels.amountKg,
        help: (language, units) => {
          const said = boundText(FEED_KG_MOST, 'most', 'kg', { language, units })
          return text(`0 至 ${said}`, `From 0 to ${said}`)[language]
        },
      },
      words('supplier'),
      words('noteNumber'),
      words('batch'),
      {
        field: 'tonnePrice',
        kind: 'number',
        label: labels.tonnePrice,
        help: help(text('每公吨；可留空', 'Per metric ton. May be left empty')),
      },
      {
        field: 'currency',
        kind: 'text',
        words: currencyNames,
        choices: currencies,
        label: labels.currency,
        help: help(text('有单价时填写', 'Where there is a price')),
      },
      {
        field: 'note',
        kind: 'text',
        width: 40,
        label: labels.note,
        help: help(text('最多 300 字', 'At most 300 characters')),
      },
    ],
    async resolve(asked, drafts) {
      await priced.resolve(asked, drafts)
      for (const draft of drafts) {
        const { values } = draft
        for (const name of ['feed', 'supplier', 'noteNumber', 'batch', 'note']) values[name] ??= ''
        keepAmounts(draft, ['tonnePrice'])
        if (!seesPrices(asked.viewer)) values.tonnePrice = undefined
      }
    },
    check: priced.check,
    write: priced.write,
  },
})
