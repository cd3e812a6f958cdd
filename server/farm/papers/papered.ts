import type { SellerProfile } from '#shared/contracts/seller.ts'
import type { GoodUnit } from '#shared/goods.ts'
import type { Amount, Currency } from '#shared/money.ts'
import type { OrderPaper } from '#shared/order-papers.ts'
import type { OrderTerms } from '#shared/order-terms.ts'
import type { Load } from '#shared/packing.ts'
import type { Shipment } from '#shared/shipments.ts'

export interface BothNamed {
  chineseName: string
  englishName: string
}

/** A line as a paper shows it. */
export interface PaperLine extends BothNamed {
  code: string
  quantity: number
  unit: GoodUnit
  price: Amount | null
  hsCode: string
  /** ISO 3166-1 alpha-2; '' while unknown. */
  origin: string
  load: Load
}

/** What a paper says, whatever it was made from. */
export interface Papered {
  kind: OrderPaper | 'quotation'
  number: string
  /** The day of the order or the quotation, by the provider's calendar. */
  day: string
  seller: SellerProfile
  buyer: BothNamed
  consignee: { name: string; city: string; address: string; country: string; phone: string } | null
  currency: Currency
  lines: readonly PaperLine[]
  freight: Amount
  /** Sum of the goods, and the total; null while the price of a line is unknown. */
  goods: Amount | null
  sum: Amount | null
  terms: OrderTerms
  productionEnd: string | null
  content: string
  /** The one that an invoice or a packing list is about. */
  shipment: Shipment | null
}
