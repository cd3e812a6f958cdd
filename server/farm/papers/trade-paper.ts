import type { Fields } from '#shared/field.ts'
import { amountsOfParts, deliveryTerm, dueEvents, incoterms, type PaymentPart } from '#shared/order-terms.ts'
import { ladingFields, type Shipment, shipmentFields } from '#shared/shipments.ts'
import type { Language } from '#shared/text.ts'
import type { Paper } from '../../platform/pdf/paper.ts'
import { drawGoods, drawLoad, drawPrice } from './paper-goods.ts'
import {
  drawFacts,
  drawParties,
  drawSignatures,
  drawText,
  type Fact,
  GAP,
  type Sheet,
  sheetOf,
} from './paper-sheet.ts'
import { words } from './paper-words.ts'
import type { Papered } from './papered.ts'

/** Draws a paper of an order or a quotation, on as many pages as its lines take. */
export function drawTradePaper(paper: Paper, papered: Papered, language: Language): void {
  const sheet = sheetOf(paper, papered, language)
  const { kind } = papered
  const isPriced = kind !== 'packing' && kind !== 'origin'
  let y = drawParties(sheet, sheet.head())
  y = drawGoods(sheet, y + GAP)
  y = isPriced ? drawPrice(sheet, y + 6) + GAP : drawLoad(sheet, y + 6) + GAP
  y = drawTerms(sheet, y)
  y = drawShipment(sheet, y)
  if (kind === 'proforma' || kind === 'invoice') y = drawBanks(sheet, y)
  y = drawRemarks(sheet, y)
  if (kind !== 'packing')
    drawSignatures(
      sheet,
      kind === 'confirmation' || kind === 'proforma' ? ['seller', 'buyer'] : ['seller'],
      y + GAP,
    )
}

/** Each part of the price with what makes it due: `30 % (USD 3,898.56): With the order`. */
function partsInWords({ papered, t, date, money }: Sheet): string {
  const { terms, sum, currency } = papered
  if (terms.parts.length === 0) return ''
  const share = ({ percent, amount }: PaymentPart) =>
    percent === null ? (amount === null ? t(words.rest) : '') : `${Number(percent)} %`
  const when = ({ due, days, dueOn }: PaymentPart) => {
    const event = due === 'day' && dueOn ? date(dueOn) : t(dueEvents[due])
    return days > 0 ? t(words.daysAfter, { event, days: String(days) }) : event
  }
  const amounts = sum === null ? [] : amountsOfParts(terms.parts, sum, currency)
  return terms.parts
    .map((part, i) => {
      const amount = amounts[i]?.amount ?? part.amount
      const said = [share(part), amount && money(amount)].filter(Boolean).join(', ')
      return `${said}: ${when(part)}`
    })
    .join('; ')
}

function drawTerms(sheet: Sheet, start: number): number {
  const { papered, t, date } = sheet
  const { kind, terms, productionEnd } = papered
  const isOffer = kind === 'quotation' || kind === 'proforma'
  const isPriced = kind !== 'packing' && kind !== 'origin'
  const name = terms.incoterm && t(incoterms[terms.incoterm])
  const delivery = terms.incoterm ? `${deliveryTerm(terms)} (${name})` : terms.place
  const facts: Fact[] = [
    [t(words.delivery), delivery],
    [t(words.payment), isPriced ? partsInWords(sheet) : ''],
    [t(words.validUntil), isOffer && terms.validUntil ? date(terms.validUntil) : ''],
    [t(words.productionEnd), productionEnd && kind !== 'invoice' && isPriced ? date(productionEnd) : ''],
    [t(words.remarks), isPriced ? terms.note : ''],
  ]
  return drawFacts(sheet, t(words.terms), facts, start)
}

function factsOf({ t, date }: Sheet, fields: Fields, row: Readonly<Record<string, unknown>>): Fact[] {
  return Object.entries(fields).flatMap(([name, { label, kind }]): Fact[] => {
    const value = row[name]
    if (value === null || value === undefined || value === '') return []
    return [[t(label), kind === 'day' ? date(String(value)) : String(value)]]
  })
}

/** The voyage of the shipment that the paper is about; nothing on papers that are made before. */
function drawShipment(sheet: Sheet, start: number): number {
  const { papered, t } = sheet
  const { shipment } = papered
  if (shipment === null) return start
  const boxes = (shipment.boxes ?? [])
    .filter(({ number }) => number !== '')
    .map(box => boxInWords(sheet, box))
  const facts: Fact[] = [
    ...factsOf(sheet, shipmentFields, shipment),
    ...factsOf(sheet, ladingFields, shipment),
    [t(words.containers), boxes.join('; ')],
  ]
  return drawFacts(sheet, t(words.shipment), facts, start)
}

type Box = NonNullable<Shipment['boxes']>[number]

const boxInWords = ({ t }: Sheet, { number, seal }: Box) =>
  [number, seal && t(words.seal, { number: seal })].filter(Boolean).join(', ')

/** The accounts for the currency of the paper; all of them if none is. */
function drawBanks(sheet: Sheet, start: number): number {
  const { papered, t } = sheet
  const { banks } = papered.seller
  const fitting = banks.filter(({ currency }) => currency === papered.currency)
  return (fitting.length > 0 ? fitting : banks).reduce(
    (y, { currency, bank, address, swift, account, holder }) => {
      const facts: Fact[] = [
        [t(words.bankName), bank],
        [t(words.bankAddress), address],
        ['SWIFT', swift],
        [t(words.account), account],
        [t(words.holder), holder],
      ]
      return drawFacts(sheet, t(words.bank, { currency }), facts, y)
    },
    start,
  )
}

function drawRemarks(sheet: Sheet, start: number): number {
  const { papered, t } = sheet
  const { kind, content } = papered
  const notes = { proforma: words.proforma, quotation: words.quotation, origin: words.originNote }
  const note = kind in notes ? t(notes[kind as keyof typeof notes]) : ''
  const isPriced = kind !== 'packing' && kind !== 'origin' && kind !== 'invoice'
  return [note, isPriced ? content : ''].reduce((y, said) => drawText(sheet, said, y), start)
}
