import type { Order } from '#shared/contracts/orders.ts'
import { countryName } from '#shared/countries.ts'
import { dateOf } from '#shared/dates.ts'
import { sayMoney, times } from '#shared/money.ts'
import { type OrderPaper, paperNames } from '#shared/order-papers.ts'
import { type Shipment, shipmentFields } from '#shared/orders.ts'
import { bothNames, type Language, type Text, text, textIn } from '#shared/text.ts'
import { lineHeight, type Paper, page, WIDTH } from '../../platform/pdf/paper.ts'
import { drawHeading, drawTable } from '../../platform/pdf/table.ts'

/** An order as shown on a paper. */
export interface Papered {
  order: Order
  /** The day it was placed, by the provider's calendar. */
  day: string
  seller: { chineseName: string; englishName: string } | null
}

const words = {
  orderedOn: text('下单日期 {day}', 'Ordered on {day}'),
  paidOn: text('{day} 已付款', 'Paid on {day}'),
  seller: text('卖方', 'Seller'),
  buyer: text('买方', 'Buyer'),
  consignee: text('收货人', 'Consignee'),
  code: text('编号', 'Code'),
  goods: text('商品', 'Goods'),
  pieces: text('数量', 'Pieces'),
  price: text('单价', 'Price'),
  lineSum: text('金额', 'Sum'),
  goodsSum: text('货款', 'Goods'),
  freight: text('运费、保险费', 'Freight, insurance'),
  total: text('合计', 'Total'),
  piecesInAll: text('总数量', 'Pieces in all'),
  onRequest: text('询价', 'On request'),
  productionEnd: text('预计完工日期', 'Estimated production end'),
  shipment: text('运输', 'Shipping'),
  shipmentOf: text('第 {number} 批运输', 'Shipment {number}'),
  remarks: text('备注', 'Remarks'),
  proforma: text(
    '本形式发票仅为以上商品与价格的报价，不作为税务发票。',
    'This proforma invoice is an offer of the goods and prices above; it is no tax invoice.',
  ),
  forSeller: text('卖方签字、盖章', 'For the seller'),
  forBuyer: text('买方签字、盖章', 'For the buyer'),
} as const

const SMALL = { size: 7.5, ink: 'faint' } as const
const GAP = 14
/** Room for a signature by hand. */
const SIGNATURES = 58

/** Draws a paper of an order, on as many pages as its lines take. */
export function drawPaper(paper: Paper, of: OrderPaper, papered: Papered, language: Language): void {
  const sheet = sheetOf(paper, of, papered, language)
  let y = drawParties(sheet, sheet.head())
  y = drawGoods(sheet, y + GAP)
  if (of === 'packing') y = drawShipping(sheet, y + GAP)
  else y = drawShipping(sheet, drawSums(sheet, y + 6) + GAP)
  y = drawRemarks(sheet, y)
  if (of !== 'packing') drawSignatures(sheet, y + GAP)
}

/** A paper being written: its words, and where its pages begin and end. */
function sheetOf(paper: Paper, of: OrderPaper, papered: Papered, language: Language) {
  const { order, day } = papered
  const t = (word: Text, values: Record<string, string> = {}) =>
    Object.entries(values).reduce((said, [name, value]) => said.replace(`{${name}}`, value), word[language])
  const date = (value: string) => dateOf(value, language)
  const money = (amount: string | null) =>
    amount === null ? t(words.onRequest) : sayMoney({ amount, currency: order.currency }, language, 'code')
  const isPriced = of !== 'packing'

  function head(): number {
    const { number, paidOn } = order
    const right = { width: WIDTH / 2, align: 'right' } as const
    const middle = page.left + WIDTH / 2
    const paid = isPriced && paidOn ? t(words.paidOn, { day: date(paidOn) }) : ''
    paper.addPage()
    paper.write(paperNames[of][language], page.left, page.top, {
      size: 20,
      weight: 'strong',
      width: WIDTH * 0.5,
    })
    paper.write(number, middle, page.top + 3, { ...right, size: 14, weight: 'strong' })
    const about = [t(words.orderedOn, { day: date(day) }), paid].filter(Boolean).join(' · ')
    paper.write(about, middle, page.top + 23, { ...right, ink: 'quiet' })
    const end = page.top + 42
    paper.fill({ x: page.left, y: end, width: WIDTH, height: 1.5 }, 'primary')
    return end + 1.5
  }

  /** Where something of this height fits: here, or below the head of a new page. */
  const room = (y: number, height: number) => (y + height > page.bottom ? head() + GAP : y)

  return { ...papered, paper, of, language, isPriced, t, date, money, head, room }
}
type Sheet = ReturnType<typeof sheetOf>

function drawParties({ paper, order, seller, language, t }: Sheet, y: number): number {
  const { customer, consignee, address, city, country, phone } = order
  const place = [address, city, country && countryName(country, language)].filter(Boolean).join(', ')
  const columns: [Text, readonly (string | null)[]][] = [
    [words.seller, [seller && textIn(bothNames(seller), language)]],
    [words.buyer, [customer]],
    [words.consignee, [consignee, place, phone]],
  ]
  const width = (WIDTH - 2 * GAP) / columns.length
  const ends = columns.map(([title, lines], i) => {
    const x = page.left + i * (width + GAP)
    paper.write(t(title), x, y + GAP, SMALL)
    return lines
      .filter(line => line !== null && line !== '')
      .reduce(
        (at, line, nth) =>
          paper.paragraph(line ?? '', x, at, { width, size: 9, weight: nth === 0 ? 'strong' : 'plain' }),
        y + GAP + lineHeight(SMALL.size) + 2,
      )
  })
  return Math.max(...ends)
}

function drawGoods(sheet: Sheet, y: number): number {
  const { paper, order, language, isPriced, t, money, head, room } = sheet
  const priced = [
    { title: t(words.price), width: 84, align: 'right' as const },
    { title: t(words.lineSum), width: 92, align: 'right' as const },
  ]
  const right = isPriced ? priced : []
  const name = WIDTH - 22 - 88 - 52 - right.reduce((sum, { width }) => sum + width, 0)
  const columns = [
    { title: '', width: 22 },
    { title: t(words.code), width: 88, isWrapped: true as const },
    { title: t(words.goods), width: name, isWrapped: true as const },
    { title: t(words.pieces), width: 52, align: 'right' as const },
    ...right,
  ]
  const rows = order.lines.map(({ code, quantity, price, ...names }, i) => [
    String(i + 1),
    code,
    textIn(bothNames(names), language),
    quantity.toLocaleString(language),
    ...(isPriced
      ? [
          money(price),
          price === null ? '–' : money(times({ amount: price, currency: order.currency }, quantity).amount),
        ]
      : []),
  ])
  const end = drawTable(paper, { columns, rows }, { y, over: () => head() + GAP })
  if (isPriced) return end
  const pieces = order.lines.reduce((all, { quantity }) => all + quantity, 0)
  return drawSum(sheet, words.piecesInAll, pieces.toLocaleString(language), room(end + 6, 16), 'strong')
}

function drawSum(
  { paper, t }: Sheet,
  word: Text,
  value: string,
  y: number,
  weight: 'plain' | 'strong' = 'plain',
): number {
  const size = weight === 'strong' ? 11 : 9
  const x = page.left + WIDTH / 2
  paper.write(t(word), x, y, { size, weight, width: WIDTH / 2 - 130, align: 'right' })
  paper.write(value, page.right - 124, y, { size, weight, width: 120, align: 'right' })
  return y + lineHeight(size) + 2
}

function drawSums(sheet: Sheet, start: number): number {
  const { order, money, room } = sheet
  let y = room(start, 52)
  if (order.sum !== null && Number(order.freight) !== 0) {
    y = drawSum(sheet, words.goodsSum, money(order.goods), y)
    y = drawSum(sheet, words.freight, money(order.freight), y)
  }
  return drawSum(sheet, words.total, money(order.sum), y, 'strong')
}

/** Facts in two columns; returns where they end. */
function drawFacts(
  { paper, room }: Sheet,
  title: string,
  told: readonly (readonly [string, string])[],
  start: number,
): number {
  if (told.length === 0) return start
  const rows = Math.ceil(told.length / 2)
  const y = drawHeading(paper, title, { x: page.left, y: room(start, 20 + rows * 14) }) + 3
  for (const [i, [name, value]] of told.entries()) {
    const x = page.left + (i < rows ? 0 : WIDTH / 2)
    const line = y + (i % rows) * 14
    paper.write(name, x, line, { ink: 'quiet', size: 8, width: 96 })
    paper.write(value, x + 100, line, { size: 8.5, width: WIDTH / 2 - 108 })
  }
  return y + rows * 14 + GAP / 2
}

function drawShipping(sheet: Sheet, start: number): number {
  const { of, order, language, t, date } = sheet
  const { shipments, productionEnd } = order
  const ends = productionEnd ? [[t(words.productionEnd), date(productionEnd)] as const] : []
  const told = shipments.map(shipment => factsOf(shipment, language)).filter(each => each.length > 0)
  if (of === 'confirmation' || told.length === 0) return drawFacts(sheet, t(words.shipment), ends, start)
  const titleOf = (i: number) =>
    told.length > 1 ? t(words.shipmentOf, { number: String(i + 1) }) : t(words.shipment)
  return told.reduce((y, each, i) => drawFacts(sheet, titleOf(i), each, y), start)
}

function drawRemarks({ paper, of, order, t, room }: Sheet, start: number): number {
  let y = start
  const said = [of === 'proforma' ? t(words.proforma) : '', of === 'packing' ? '' : order.content]
  for (const part of said.filter(Boolean)) {
    const height = paper.linesOf(part, { width: WIDTH }) * lineHeight(9)
    y = paper.paragraph(part, page.left, room(y, height), { width: WIDTH, ink: 'quiet' }) + 4
  }
  return y
}

function drawSignatures({ paper, t, room }: Sheet, start: number): void {
  const y = room(start, SIGNATURES) + SIGNATURES - 16
  const width = (WIDTH - 40) / 2
  for (const [i, word] of [words.forSeller, words.forBuyer].entries()) {
    const x = page.left + i * (width + 40)
    paper.line(
      [
        [x, y],
        [x + width, y],
      ],
      'faint',
      { width: 0.5 },
    )
    paper.write(t(word), x, y + 3, SMALL)
  }
}

/** The facts about a shipment on a paper. */
function factsOf(shipment: Shipment, language: Language): [string, string][] {
  return Object.entries(shipmentFields).flatMap(([name, { label, kind }]): [string, string][] => {
    const value = shipment[name as keyof Shipment]
    if (value === null || value === '') return []
    return [[label[language], kind === 'day' ? dateOf(String(value), language) : String(value)]]
  })
}
