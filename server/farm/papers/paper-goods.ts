import { countryName } from '#shared/countries.ts'
import { goodUnitNames } from '#shared/goods.ts'
import { times } from '#shared/money.ts'
import { loadTogether } from '#shared/packing.ts'
import { bothNames, type Text, textIn } from '#shared/text.ts'
import { lineHeight, page, WIDTH } from '../../platform/pdf/paper.ts'
import { drawTable, type PaperColumn } from '../../platform/pdf/table.ts'
import { drawText, GAP, type Sheet } from './paper-sheet.ts'
import { words } from './paper-words.ts'
import type { PaperLine } from './papered.ts'

interface Shown {
  title: Text
  width: number
  align?: 'right'
  isWrapped?: true
  /** Left out where no line has anything in it. */
  isOptional?: true
  value: (line: PaperLine) => string
}

const UNKNOWN = '–'
const NARROW = 34
/** Size of the text in a table, and the room between its columns; points. */
const CELL = 8
const ROOM = 6

/** The columns of a kind of paper, beside number and name. */
function columnsOf({ papered, language, t, money }: Sheet): { before: Shown[]; after: Shown[] } {
  const { kind, currency } = papered
  const figure = (value: number | null, decimals: number) =>
    value === null ? UNKNOWN : value.toLocaleString(language, { maximumFractionDigits: decimals })
  const code: Shown = { title: words.code, width: 60, isWrapped: true, value: line => line.code }
  const hsCode: Shown = { title: words.hsCode, width: 50, isOptional: true, value: line => line.hsCode }
  const origin: Shown = {
    title: words.origin,
    width: 42,
    isWrapped: true,
    isOptional: true,
    value: line => line.origin && countryName(line.origin, language),
  }
  const quantity: Shown = {
    title: words.quantity,
    width: 38,
    align: 'right',
    value: line => line.quantity.toLocaleString(language),
  }
  const unit: Shown = { title: words.unit, width: 38, value: line => t(goodUnitNames[line.unit]) }
  const loads: Shown[] = [
    { title: words.cartons, width: 40, align: 'right', value: ({ load }) => figure(load.cartons, 0) },
    { title: words.net, width: 48, align: 'right', value: ({ load }) => figure(load.netKg, 3) },
    { title: words.gross, width: 48, align: 'right', value: ({ load }) => figure(load.grossKg, 3) },
    { title: words.volume, width: 40, align: 'right', value: ({ load }) => figure(load.volumeM3, 3) },
  ]
  const priced: Shown[] = [
    { title: words.price, width: 64, align: 'right', value: ({ price }) => money(price) },
    {
      title: words.lineSum,
      width: 76,
      align: 'right',
      value: ({ price, quantity: pieces }) =>
        price === null ? UNKNOWN : money(times({ amount: price, currency }, pieces).amount),
    },
  ]
  if (kind === 'packing') return { before: [code], after: [quantity, unit, ...loads] }
  if (kind === 'origin')
    return { before: [code], after: [hsCode, origin, quantity, unit, ...loads.filter((_, i) => i !== 1)] }
  return { before: [code], after: [hsCode, origin, quantity, unit, ...priced] }
}

/** The lines as a table with a number each; answers where it ends. */
export function drawGoods(sheet: Sheet, y: number): number {
  const { papered, paper, language, t, head } = sheet
  const { before, after } = columnsOf(sheet)
  const isShown = ({ isOptional, value }: Shown) =>
    !isOptional || papered.lines.some(line => value(line) !== '')
  const name: Shown = {
    title: words.goods,
    width: 0,
    isWrapped: true,
    value: line => textIn(bothNames(line), language),
  }
  // No figure is ever cut: its column is as wide as the widest.
  const fitted = (column: Shown): Shown => {
    if (column.align !== 'right') return column
    const widths = papered.lines.map(line => paper.widthOf(column.value(line), { size: CELL }))
    return { ...column, width: Math.max(column.width, ...widths.map(width => width + ROOM)) }
  }
  const shown = [...before, name, ...after].filter(isShown).map(fitted)
  const taken = shown.reduce((sum, { width }) => sum + width, 20)
  const columns: PaperColumn[] = [
    { title: '', width: 20 },
    ...shown.map(({ title, width, align, isWrapped }) => ({
      title: t(title),
      width: title === words.goods ? WIDTH - taken : width,
      ...(align && { align }),
      ...(isWrapped && { isWrapped }),
    })),
  ]
  const rows = papered.lines.map((line, i) => [String(i + 1), ...shown.map(({ value }) => value(line))])
  return drawTable(paper, { columns, rows }, { y, over: () => head() + GAP })
}

function drawSum(
  { paper, t }: Sheet,
  word: Text,
  value: string,
  y: number,
  weight: 'plain' | 'strong' = 'plain',
): number {
  const size = weight === 'strong' ? 11 : 9
  const wide = Math.max(120, paper.widthOf(value, { size, weight }) + 2)
  paper.write(t(word), page.left, y, { size, weight, width: WIDTH - wide - 10, align: 'right' })
  paper.write(value, page.right - wide - 4, y, { size, weight, width: wide, align: 'right' })
  return y + lineHeight(size) + 2
}

/** What it costs, with the freight. */
export function drawPrice(sheet: Sheet, start: number): number {
  const { papered, money, room } = sheet
  let y = room(start, 52)
  if (papered.sum !== null && Number(papered.freight) !== 0) {
    y = drawSum(sheet, words.goodsSum, money(papered.goods), y)
    y = drawSum(sheet, words.freight, money(papered.freight), y)
  }
  return drawSum(sheet, words.total, money(papered.sum), y, 'strong')
}

/** Pieces by their units, cartons, weights and volume of all lines. */
export function drawLoad(sheet: Sheet, start: number): number {
  const { papered, language, t, room } = sheet
  const units = new Map<PaperLine['unit'], number>()
  for (const { unit, quantity } of papered.lines) units.set(unit, (units.get(unit) ?? 0) + quantity)
  const pieces = [...units].map(
    ([unit, count]) => `${count.toLocaleString(language)} ${t(goodUnitNames[unit])}`,
  )
  const all = loadTogether(papered.lines.map(({ load }) => load))
  const figure = (value: number) => value.toLocaleString(language, { maximumFractionDigits: 3 })
  let y = room(start, 16 + 4 * NARROW)
  y = drawSum(sheet, words.totalQuantity, pieces.join(', '), y, 'strong')
  const sums: [Text, number][] = [
    [words.cartons, all.cartons],
    [words.net, all.netKg],
    [words.gross, all.grossKg],
    [words.volume, all.volumeM3],
  ]
  for (const [word, value] of sums) if (value > 0) y = drawSum(sheet, word, figure(value), y)
  const isKnown = sums.some(([, value]) => value > 0)
  return isKnown && all.isPart ? drawText(sheet, t(words.isPart), y + 2) : y
}
