import { z } from 'zod'
import { LINES } from './inquiries.ts'
import { Amount, currencies } from './money.ts'
import { OrderLine } from './orders.ts'

/** What the provider offers for an inquiry: an order that is made of it keeps these prices to their last decimal. */
export const Quotation = z.object({
  currency: z.enum(currencies),
  /** Freight and insurance. */
  freight: Amount,
  lines: z
    .array(OrderLine.extend({ price: Amount }))
    .min(1)
    .max(LINES),
  /** The last day it can be ordered at, by the provider's calendar; null: until it is withdrawn. */
  validUntil: z.iso.date().nullable(),
})
export type Quotation = z.infer<typeof Quotation>
