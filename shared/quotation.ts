import { z } from 'zod'
import { LINES } from './inquiries.ts'
import { Amount, currencies } from './money.ts'
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
})
export type Quotation = z.infer<typeof Quotation>
