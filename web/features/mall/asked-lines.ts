import type { BasketLine } from '#shared/contracts/mall.ts'
import type { AskedLine } from '#shared/inquiries.ts'

/** Lines of the basket as an inquiry or an order takes them. */
export const askedLines = (lines: readonly BasketLine[]): AskedLine[] =>
  lines.map(({ goodId, variantId, name, variant, quantity }) => ({
    goodId,
    variantId,
    name: [name, variant].filter(Boolean).join(' · '),
    quantity,
  }))
