import { countryName } from '#shared/countries.ts'
import { dateOf } from '#shared/dates.ts'
import { sayMoney } from '#shared/money.ts'
import { paperNames, quotationName } from '#shared/order-papers.ts'
import { bothNames, type Language, type Text, textIn } from '#shared/text.ts'
import { lineHeight, type Paper, page, WIDTH } from '../../platform/pdf/paper.ts'
import { drawHeading } from '../../platform/pdf/table.ts'
import { words } from './paper-words.ts'
import type { Papered } from './papered.ts'

const SMALL = { size: 7.5, ink: 'faint' } as const
export const GAP = 14
/** Room for a signature by hand. */
const SIGNATURES = 64

export type Sheet = ReturnType<typeof sheetOf>

/** A paper being written: its words, and where its pages begin and end. */
export function sheetOf(paper: Paper, papered: Papered, language: Language) {
  const { kind, number, day, currency } = papered
  const t = (word: Text, values: Record<string, string> = {}) =>
    Object.entries(values).reduce((said, [name, value]) => said.replace(`{${name}}`, value), word[language])
  const date = (value: string) => dateOf(value, language)
  const money = (amount: string | null) =>
    amount === null ? t(words.onRequest) : sayMoney({ amount, currency }, language, 'code')
  const title = kind === 'quotation' ? quotationName : paperNames[kind]

  function head(): number {
    const right = { width: WIDTH / 2, align: 'right' } as const
    const middle = page.left + WIDTH / 2
    paper.addPage()
    paper.write(title[language], page.left, page.top, { size: 20, weight: 'strong', width: WIDTH * 0.5 })
    paper.write(number, middle, page.top + 3, { ...right, size: 14, weight: 'strong' })
    paper.write(t(words.orderedOn, { day: date(day) }), middle, page.top + 23, { ...right, ink: 'quiet' })
    const end = page.top + 42
    paper.fill({ x: page.left, y: end, width: WIDTH, height: 1.5 }, 'primary')
    return end + 1.5
  }

  /** Where something of this height fits: here, or below the head of a new page. */
  const room = (y: number, height: number) => (y + height > page.bottom ? head() + GAP : y)

  return { papered, paper, language, t, date, money, head, room }
}

/** Who sells, who buys, who gets it. */
export function drawParties({ papered, paper, language, t }: Sheet, y: number): number {
  const { seller, buyer, consignee, kind } = papered
  const isChinese = language === 'zh-CN'
  const address = isChinese
    ? seller.chineseAddress || seller.englishAddress
    : seller.englishAddress || seller.chineseAddress
  const place =
    consignee &&
    [consignee.address, consignee.city, consignee.country && countryName(consignee.country, language)]
      .filter(Boolean)
      .join(', ')
  const tax = seller.taxNumber && t(words.taxNumber, { number: seller.taxNumber })
  const contact = [seller.phone, seller.email].filter(Boolean).join(', ')
  const columns: [Text, readonly (string | null)[]][] = [
    [
      kind === 'origin' ? words.exporter : words.seller,
      [textIn(bothNames(seller), language), address, tax, contact],
    ],
    [words.buyer, [textIn(bothNames(buyer), language)]],
  ]
  if (consignee) columns.push([words.consignee, [consignee.name, place, consignee.phone]])
  const width = (WIDTH - 2 * GAP) / 3
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

export type Fact = readonly [name: string, value: string]

/** Facts one below the other, each on as many lines as it takes; answers where they end. */
export function drawFacts(
  { paper, room }: Sheet,
  title: string,
  facts: readonly Fact[],
  start: number,
): number {
  const told = facts.filter(([, value]) => value !== '')
  if (told.length === 0) return start
  const width = WIDTH - 130
  const heightOf = ([, value]: Fact) => paper.linesOf(value, { width, size: 8.5 }) * lineHeight(8.5) + 2
  let y = drawHeading(paper, title, { x: page.left, y: room(start, 20 + heightOf(told[0] as Fact)) }) + 3
  for (const fact of told) {
    y = room(y, heightOf(fact))
    paper.write(fact[0], page.left, y, { ink: 'quiet', size: 8, width: 124 })
    y = paper.paragraph(fact[1], page.left + 130, y, { size: 8.5, width }) + 2
  }
  return y + GAP / 2
}

export function drawText({ paper, room }: Sheet, said: string, start: number): number {
  if (said === '') return start
  const height = paper.linesOf(said, { width: WIDTH }) * lineHeight(9)
  return paper.paragraph(said, page.left, room(start, height), { width: WIDTH, ink: 'quiet' }) + 4
}

export function drawSignatures(
  { papered, paper, t, room }: Sheet,
  of: readonly ('seller' | 'buyer')[],
  start: number,
): void {
  const y = room(start, SIGNATURES) + SIGNATURES - 22
  const width = (WIDTH - 40) / 2
  const who = { seller: words.forSeller, buyer: words.forBuyer }
  for (const [i, side] of of.entries()) {
    const x = page.left + i * (width + 40)
    paper.line(
      [
        [x, y],
        [x + width, y],
      ],
      'faint',
      { width: 0.5 },
    )
    paper.write(t(who[side]), x, y + 3, SMALL)
    if (side === 'seller') paper.write(papered.seller.signatory, x, y + 13, { size: 8.5, width })
  }
}
