import { z } from 'zod'
import { LINES } from './inquiries.ts'
import { Amount, currencies } from './money.ts'
import { OrderTerms } from './order-terms.ts'
import { OrderLine } from './orders.ts'

/** The provider's offer for an inquiry: an order made from it keeps these prices to the last decimal. */
export const Quotation = z.object({
  currency: z.enum(currencies),
  /** Freight and insurance. */
  freight: Amount,
  lines: z
    .array(OrderLine.extend({ price: Amount }))
    .min(1)
    .max(LINES),
  /** The last day for ordering from it, by the provider's calendar; null: until it is withdrawn. */
  validUntil: z.iso.date().nullable(),
  /** Delivery and payment; left out of offers that say nothing of them. */
  ...OrderTerms.omit({ validUntil: true }).partial().shape,
})
export type Quotation = z.infer<typeof Quotation>

/** What an offer says of delivery and payment, as an order agrees on it. */
export const termsOfQuotation = ({ incoterm, place, parts, note }: Quotation): OrderTerms => ({
  incoterm: incoterm ?? null,
  place: place ?? '',
  parts: parts ?? [],
  note: note ?? '',
  validUntil: null,
})
