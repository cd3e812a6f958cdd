import type { BasketLine } from '#shared/contracts/mall.ts'
import type { AskedLine } from '#shared/inquiries.ts'

/** The basket's lines in the form an inquiry or an order takes. */
export const askedLines = (lines: readonly BasketLine[]): AskedLine[] =>
  lines.map(({ goodId, variantId, name, variant, quantity }) => ({
    goodId,
    variantId,
    name: [name, variant].filter(Boolean).join(' · '),
    quantity,
  }))
