import { valuesOf } from './choices.ts'
import { text } from './text.ts'

/** Papers made from an order for banks, customs and carriers. */
export const paperNames = {
  confirmation: text('订单确认单', 'Order confirmation'),
  proforma: text('形式发票', 'Proforma invoice'),
  packing: text('装箱单', 'Packing list'),
} as const
export type OrderPaper = keyof typeof paperNames
export const orderPapers = valuesOf(paperNames)
