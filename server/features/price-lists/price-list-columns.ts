import { and, inArray, isNull } from 'drizzle-orm'
import { type PriceList, type PriceListForm, priceLists } from '#shared/contracts/price-lists.ts'
import { type Currency, currencies, readAmount } from '#shared/money.ts'
import { bothNames, type Text, text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { cellOfLines, linesOf } from '../../platform/jobs/lines-of-cell.ts'
import type { MoreColumns } from '../../platform/records/record-sheet.ts'
import { checkParts, faultsOf } from './price-list-parts.ts'

const says = {
  buyers: text('每行一个客户或代理商的名称', 'One customer or agent per line, by name'),
  namesakes: text(
    '有多个名为“{name}”的客户或代理商，请在价目表页面选择',
    'Several customers or agents are named “{name}”: choose on the page of the list',
  ),
  noBuyer: text('没有名为“{name}”的客户或代理商', 'No customer or agent is named “{name}”'),
  lines: text(
    '每行一个价格：编号 | 价格 | 币种，如 BLT-1900 | 32.50 | CNY',
    'One price per line: code | price | currency, such as BLT-1900 | 32.50 | CNY',
  ),
}
const help = (of: Text) => (language: keyof Text) => of[language]
const plain = (name: string) => name.normalize('NFKC').trim().toLowerCase()

const isCurrency = (word: string): word is Currency => (currencies as readonly string[]).includes(word)

/** Null if a line is not a price. */
function pricesIn(cell: unknown): PriceListForm['lines'] | null {
  const lines = linesOf(cell).map(([code = '', typed = '', currency = 'CNY']) => {
    const price = readAmount(typed)
    const word = currency.toUpperCase()
    return code === '' || price === undefined || price === null || !isCurrency(word)
      ? null
      : { code, price, currency: word }
  })
  return lines.includes(null) ? null : lines.flatMap(line => line ?? [])
}

/** Customers and agents in scope by their names in either language; several may have the same. */
async function buyersByName(db: Db): Promise<Map<string, string[]>> {
  const { id, chineseName, englishName } = office
  const rows = await db
    .select({ id, chineseName, englishName })
    .from(office)
    .where(and(inArray(office.kind, ['customer', 'agent']), isNull(office.deletedAt)))
  const named = rows.flatMap(row =>
    [...new Set([plain(row.chineseName), plain(row.englishName)])].map(name => ({ name, id: row.id })),
  )
  return new Map(
    [...Map.groupBy(named, ({ name }) => name)].map(([name, ids]) => [name, ids.map(({ id }) => id)]),
  )
}

/** The buyers of a name; of several the list's own, as it is exported. Null: nobody can tell which is meant. */
function buyersOf(known: readonly string[], own: readonly string[], times: number): readonly string[] | null {
  if (known.length <= 1) return known
  const kept = known.filter(id => own.includes(id))
  return kept.length === times ? kept : null
}

/** A list's columns beyond its described fields: an import reads what an export writes. */
export const priceListColumnsBeside: MoreColumns<typeof priceLists> = {
  columns: [
    {
      field: 'buyers',
      label: text('适用客户名单', 'Buyers by name'),
      kind: 'text',
      width: 34,
      value: ({ buyerNames }, { language }) =>
        cellOfLines(buyerNames.map(named => [bothNames(named)[language]])),
      help: help(says.buyers),
    },
    {
      field: 'lines',
      label: text('单独定价', 'Prices of single goods'),
      kind: 'text',
      width: 40,
      value: ({ lines }) => cellOfLines(lines.map(({ code, price, currency }) => [code, price, currency])),
      help: help(says.lines),
    },
  ],
  form: priceLists.create.body as never,
  read: (_, rows: PriceList[]) => Promise.resolve(rows),
  resolve: async ({ db }, drafts) => {
    const known = await buyersByName(db)
    for (const { values, faults, current } of drafts) {
      const { buyers: own = [] } = (current ?? {}) as Partial<PriceList>
      const named = Map.groupBy(
        linesOf(values.buyers).map(([name = '']) => name),
        plain,
      )
      const buyers = [...named].map(([name, those]) => {
        const [asTyped = name] = those
        const found = known.get(name)
        if (!found) faults.push({ field: 'buyers', message: [says.noBuyer, { name: asTyped }] })
        const meant = buyersOf(found ?? [], own, those.length)
        if (!meant) faults.push({ field: 'buyers', message: [says.namesakes, { name: asTyped }] })
        return meant ?? []
      })
      values.buyers = buyers.flat()
      const prices = pricesIn(values.lines)
      if (prices === null) faults.push({ field: 'lines', message: says.lines })
      values.lines = prices ?? []
    }
  },
  check: async ({ db }, rows) => {
    for (const { draft, form } of rows)
      if (draft.faults.length === 0) draft.faults.push(...(await checkParts(db, form)), ...faultsOf(form))
  },
  stored: () => ({}),
}
