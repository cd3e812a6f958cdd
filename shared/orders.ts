import { z } from 'zod'
import { valuesOf } from './choices.ts'
import { Id } from './endpoint.ts'
import type { Fields } from './field.ts'
import { goodUnitNames, SOLD_NAME } from './goods.ts'
import { PIECES } from './inquiries.ts'
import { line } from './line.ts'
import { Amount, type Currency, currencyNames, type Money, rounded, times, totals } from './money.ts'
import { type OrderPayment, paymentKinds } from './order-payments.ts'
import type { Shipment } from './shipments.ts'
import type { Steps } from './states.ts'
import { text } from './text.ts'
import { TICKET_TEXT, ticketPictures } from './tickets.ts'

/** The four steps of an order. Specification section 4. */
export const orderStates = {
  placed: text('已下单', 'Order placed'),
  production: text('生产中', 'In production'),
  transit: text('运输中', 'In transit'),
  completed: text('已完成', 'Completed'),
} as const
export type OrderState = keyof typeof orderStates

/** Where an order stands: a withdrawn one keeps its step. */
export const orderStandings = { ...orderStates, withdrawn: text('已撤回', 'Withdrawn') } as const
export type OrderStanding = keyof typeof orderStandings

/** What happens to goods on their way, in order. */
export const orderEvents = {
  produced: text('生产完成', 'Production finished'),
  left: text('已出厂', 'Left the factory'),
  cleared: text('出口报关完成', 'Customs cleared, export'),
  loaded: text('已装船', 'Loaded on board'),
  sailed: text('已开船', 'Sailed'),
  arrived: text('已到港', 'Arrived at the port'),
  imported: text('进口清关完成', 'Customs cleared, import'),
  delivered: text('已送达养殖场', 'Delivered to the farm'),
  other: text('物流更新', 'Logistics update'),
} as const

const reason = {
  reason: { kind: 'text', most: 500, hasLines: true, isRequired: true, label: text('原因', 'Reason') },
} as const satisfies Fields

/** What staff note about a payment. */
export const paymentFields = {
  paidOn: { kind: 'day', isRequired: true, label: text('日期', 'Date') },
  amount: {
    kind: 'amount',
    label: text('金额', 'Amount'),
    hint: text('不填：尚欠的全部金额。', 'Leave empty for all that is owed.'),
  },
  currency: {
    kind: 'choice',
    choices: currencyNames,
    label: text('币种', 'Currency'),
    hint: text('不填：订单币种。', 'Leave empty for the currency of the order.'),
  },
  counts: {
    kind: 'amount',
    label: text('折合订单币种', 'Counts as'),
    hint: text(
      '其他币种付款时填写折合金额。',
      'For another currency: its worth in the currency of the order.',
    ),
  },
  way: { kind: 'choice', choices: paymentKinds, label: text('收款或退款', 'Payment or refund') },
  reference: { kind: 'text', most: 60, label: text('银行流水号', 'Bank reference') },
  note: { kind: 'text', most: 200, label: text('备注', 'Note') },
} as const satisfies Fields

const staff = 'order_center:edit'
const forward = {
  access: staff,
  tells: text('订单 {number} 进度已更新', 'Your order {number} has a new status'),
} as const
/** One step back, after a mistake. */
const back = (from: OrderState, to: OrderState) =>
  ({
    access: staff,
    from: [from],
    to,
    fields: reason,
    label: text(`更正为“${orderStates[to]['zh-CN']}”`, `Correct to “${orderStates[to]['en-US']}”`),
    done: text(`更正为“${orderStates[to]['zh-CN']}”`, `Corrected to “${orderStates[to]['en-US']}”`),
    tells: text('订单 {number} 进度已更正', 'The status of your order {number} was corrected'),
    says: text('更正订单 {number} 的进度', 'Corrected the status of order {number}'),
  }) as const
const notWithdrawn = ['placed', 'production', 'transit', 'completed'] as const

/** What can be done with an order after it was placed: forward one step at a time, and back with a reason. */
export const orderSteps = {
  produce: {
    ...forward,
    from: ['placed'],
    to: 'production',
    fields: { productionEnd: { kind: 'day', label: text('预计完工日期', 'Estimated production end') } },
    label: text('开始生产', 'Start production'),
    done: text('开始生产', 'Production started'),
    says: text('订单 {number} 开始生产', 'Started production of order {number}'),
  },
  ship: {
    ...forward,
    from: ['production'],
    to: 'transit',
    label: text('发货', 'Ship'),
    asks: text('货物已离厂，客户会收到通知。', 'The goods have left the factory. The customer is notified.'),
    done: text('已发货', 'Shipped'),
    says: text('订单 {number} 已发货', 'Shipped order {number}'),
  },
  complete: {
    ...forward,
    from: ['transit'],
    to: 'completed',
    label: text('完成', 'Complete'),
    asks: text('客户已收到全部货物。', 'The customer has received everything.'),
    done: text('订单已完成', 'Order completed'),
    says: text('完成订单 {number}', 'Completed order {number}'),
  },
  unproduce: back('production', 'placed'),
  unship: back('transit', 'production'),
  reopen: back('completed', 'transit'),
  log: {
    access: staff,
    from: notWithdrawn,
    fields: {
      event: {
        kind: 'choice',
        choices: orderEvents,
        isRequired: true,
        label: text('物流节点', 'What happened'),
      },
      happenedAt: { kind: 'moment', label: text('发生时间', 'When') },
      text: { kind: 'text', most: TICKET_TEXT, hasLines: true, label: text('说明', 'Details') },
      pictures: ticketPictures,
      papers: {
        kind: 'attachments',
        most: 6,
        label: text('单证', 'Papers'),
        hint: text('提单、装箱单、发票等。', 'Bill of lading, packing list, invoice.'),
      },
    },
    label: text('添加物流记录', 'Add shipping entry'),
    done: text('物流更新', 'Logistics update'),
    tells: text('订单 {number} 有新的物流信息', 'Order {number} has a logistics update'),
    says: text('添加订单 {number} 的物流记录', 'Added a logistics entry to order {number}'),
  },
  pay: {
    access: staff,
    from: notWithdrawn,
    fields: paymentFields,
    label: text('登记收款', 'Record payment'),
    done: text('已收款', 'Payment received'),
    tells: text('订单 {number} 已确认收款', 'A payment for order {number} has been received'),
    says: text('登记订单 {number} 的收款', 'Recorded a payment for order {number}'),
  },
  unpay: {
    access: staff,
    from: notWithdrawn,
    fields: reason,
    label: text('更正收款', 'Correct payments'),
    done: text('收款已更正', 'Payment corrected'),
    tells: text('订单 {number} 的收款记录已更正', 'The payments of order {number} were corrected'),
    says: text('更正订单 {number} 的收款', 'Corrected the payments of order {number}'),
  },
  withdraw: {
    access: ['my_center:edit', staff],
    from: ['placed', 'production'],
    clientFrom: ['placed'],
    to: 'withdrawn',
    ofOwn: true,
    fields: reason,
    label: text('撤回订单', 'Withdraw'),
    done: text('订单已撤回', 'Order withdrawn'),
    tells: text('{name} 撤回了订单 {number}', '{name} withdrew order {number}'),
    says: text('撤回订单 {number}', 'Withdrew order {number}'),
  },
} as const satisfies Steps<OrderStanding>

/** The single step that leads from one state to another; undefined if there is none. */
export const stepBetween = (from: OrderStanding, to: OrderStanding) =>
  Object.entries(orderSteps).flatMap(([name, step]) => {
    const froms: readonly OrderStanding[] = step.from
    return 'to' in step && step.to === to && froms.includes(from) ? [name as keyof typeof orderSteps] : []
  })[0]

/** Whether a step requires a reason. */
export const wantsReason = (step: keyof typeof orderSteps) => {
  const { fields }: Partial<Record<'fields', Fields>> & object = orderSteps[step]
  return fields !== undefined && 'reason' in fields
}

/** Whether its lines, its consignee and its shipping can still be changed. */
export const isChangeable = ({ standing }: { standing: OrderStanding }) =>
  standing !== 'withdrawn' && standing !== 'completed'

/** A client can withdraw only an order of which nothing is paid, and a paid one is not paid again. */
export function isPaymentRight(
  step: string,
  { paidOn, payments }: { paidOn: string | null; payments: readonly OrderPayment[] },
  isStaff: boolean,
): boolean {
  const isTouched = paidOn !== null || payments.length > 0
  if (step === 'pay') return paidOn === null
  if (step === 'unpay') return isTouched
  return step !== 'withdraw' || isStaff || !isTouched
}

/** One line of an order: name and unit price of the goods when it was placed. */
export const OrderLine = z.object({
  /** Only of a line that was moved or added later: `lineIdOf`. */
  id: Id.optional(),
  goodId: Id.nullish(),
  variantId: Id.nullish(),
  code: line(60),
  chineseName: line(SOLD_NAME),
  englishName: line(SOLD_NAME),
  quantity: z.number().int().min(1).max(PIECES),
  /** What it is counted in; pieces if left out. */
  unit: z.enum(valuesOf(goodUnitNames)).optional(),
  /** Per piece, in the currency of the order; null while unknown. */
  price: Amount.nullable(),
})
export type OrderLine = z.infer<typeof OrderLine>

/** Sum of the goods, and the total to pay with freight; null while the price of a line is unknown. */
export function sumsOf(
  lines: readonly Pick<OrderLine, 'price' | 'quantity'>[],
  freight: Amount,
  currency: Currency,
): { goods: Money; total: Money } | null {
  if (lines.some(({ price }) => price === null)) return null
  const parts = lines.map(({ price, quantity }) => times({ amount: price ?? '0', currency }, quantity))
  const sum = (of: readonly Money[]) => rounded(totals(of)[0] ?? { amount: '0', currency })
  return { goods: sum(parts), total: sum([...parts, { amount: freight, currency }]) }
}

interface Course {
  standing: OrderStanding
  productionEnd: string | null
  shipments: readonly Shipment[]
}

/** What is late in an order on a day: its production, or the arrival of a shipment. */
export function lateOf({ standing, productionEnd, shipments }: Course, today: string) {
  const isMaking = standing === 'placed' || standing === 'production'
  if (isMaking && productionEnd !== null && productionEnd < today) return 'production' as const
  const isLate = shipments.some(({ arrivalOn, arrivedOn }) => arrivalOn && !arrivedOn && arrivalOn < today)
  return standing === 'transit' && isLate ? ('arrival' as const) : null
}

/** The next event of an order: its production ends, a shipment sails from a port, or arrives at one. */
export interface NextEvent {
  kind: 'produced' | 'sails' | 'arrives'
  day: string
  port: string
}

/** The next event of an order on a day, even if overdue; null if no day is set, or nothing more comes. */
export function nextOf({ standing, productionEnd, shipments }: Course, today: string): NextEvent | null {
  if (standing === 'placed' || standing === 'production')
    return productionEnd === null ? null : { kind: 'produced', day: productionEnd, port: '' }
  if (standing !== 'transit') return null
  const events = shipments.flatMap((shipment): NextEvent[] => {
    const { sailingOn, arrivalOn, arrivedOn, portOfLoading, portOfDischarge } = shipment
    if (arrivedOn) return []
    if (sailingOn && sailingOn >= today) return [{ kind: 'sails', day: sailingOn, port: portOfLoading }]
    return arrivalOn ? [{ kind: 'arrives', day: arrivalOn, port: portOfDischarge }] : []
  })
  return events.toSorted((a, b) => (a.day < b.day ? -1 : 1))[0] ?? null
}
