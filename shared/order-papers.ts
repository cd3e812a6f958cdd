import { valuesOf } from './choices.ts'
import { text } from './text.ts'

/** Papers made from an order for buyers, banks, customs and carriers. */
export const paperNames = {
  confirmation: text('订单确认单', 'Order confirmation'),
  proforma: text('形式发票', 'Proforma invoice'),
  invoice: text('商业发票', 'Commercial invoice'),
  packing: text('装箱单', 'Packing list'),
  origin: text('产地证资料', 'Certificate of origin data'),
} as const
export type OrderPaper = keyof typeof paperNames
export const orderPapers = valuesOf(paperNames)

/** The papers that belong to one shipment. */
export const shipmentPapers = ['invoice', 'packing', 'origin'] as const satisfies readonly OrderPaper[]
export const isOfShipment = (paper: OrderPaper): boolean =>
  (shipmentPapers as readonly OrderPaper[]).includes(paper)

/** The paper made from an answered inquiry. */
export const quotationName = text('报价单', 'Quotation')
