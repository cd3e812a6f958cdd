import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { Order, OrderForm } from '#shared/contracts/orders.ts'
import { settledNow } from '#shared/order-payments.ts'
import { isChangeable, isPaymentRight, type orderSteps } from '#shared/orders.ts'
import { STAFF } from '#shared/permissions.ts'
import { text } from '#shared/text.ts'
import { order } from '../../platform/database/tables/orders.ts'
import { violates } from '../../platform/database/violations.ts'
import { refuse } from '../../platform/http/errors.ts'
import { changeRows } from '../../platform/records/rows.ts'
import { refuseWrongDays } from './order-days.ts'
import { linesKnown, refuseFewerThanShipped, shipmentsKnown } from './order-identity.ts'
import { amountsOf, moveStock } from './order-lines.ts'
import { ordered } from './ordered.ts'

type Taking = Parameters<typeof ordered.take>[0]
type Step = keyof typeof orderSteps

export const numberTaken = text(
  '另一个订单已使用此 ERP 编号',
  'This ERP number is already used by another order',
)
const isPaid = text('订单已付款，请联系服务商', 'The order is paid. Please contact the provider')
export const notPaid = text('订单的付款状态已改变', 'The payment status has changed in the meantime')
export const isClosed = text('订单已撤回或已完成', 'The order is withdrawn or completed')

const says = {
  goods: text('订单 {number} 的商品或金额有变更', 'Goods or amounts of your order {number} have changed'),
  plan: text('订单 {number} 的交期或发货信息有更新', 'Dates or shipping of your order {number} have changed'),
}

const agreed = ({ lines, freight, currency, sum }: Order) => ({ lines, freight, currency, sum })
const planned = ({ productionEnd, shipments }: Order) => ({ productionEnd, shipments })

/** What of a change its buyer is told, whoever made it: a person, a file or the ERP. */
function toTell(before: Order, after: Order) {
  if (!isDeepStrictEqual(agreed(before), agreed(after))) return says.goods
  return isDeepStrictEqual(planned(before), planned(after)) ? undefined : says.plan
}

export const columnsOf = (form: OrderForm) => ({
  consignee: form.consignee,
  phone: form.phone,
  country: form.country,
  city: form.city,
  address: form.address,
  content: form.content,
  productionEnd: form.productionEnd ?? null,
  shipments: form.shipments,
  ...amountsOf(form.lines, form.freight, form.currency),
})

interface Numbered {
  externalNumber?: string | null | undefined
}

/** The ERP's number, if one was typed or removed. */
export const externalOf = ({ externalNumber }: Numbered) =>
  externalNumber === undefined ? {} : { externalNumber: externalNumber || null }

/** An ERP number belongs to one order. */
export async function numbered<T>(run: () => PromiseLike<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (violates(error, 'customer_order_external'))
      throw refuse.invalid([{ field: 'externalNumber', message: numberTaken }])
    throw error
  }
}

/** Takes a step that the current payment allows; the row is locked from here on. */
export async function take(call: Taking, step: Step, taken: Parameters<typeof ordered.take>[2] = {}) {
  const { item } = await ordered.open(call)
  const isStaff = call.viewer.kind === STAFF
  if (!isPaymentRight(step, item, isStaff))
    throw refuse.conflict({ yours: step, current: item }, step === 'withdraw' ? isPaid : notPaid)
  return ordered.take(call, step, taken)
}

/** Withdraws an order. It keeps its step; the withdrawal is stored beside it. Its stock is for sale again. */
export async function withdraw(call: Taking, reason: string) {
  const changes = { withdrawnAt: new Date(), waitsSince: null }
  const { item } = await ordered.open(call)
  const taken = await take(call, 'withdraw', { keepsState: true, changes, written: reason })
  await moveStock(call.db, item.lines, [])
  return taken
}

/** Changes the typed fields of an order. */
export async function change(
  call: Taking & { body: OrderForm & Numbered & { version?: number | undefined } },
) {
  const { item } = await ordered.open(call)
  if (!isChangeable(item)) throw refuse.conflict({ yours: call.body, current: item }, isClosed)
  await moveStock(call.db, item.lines, call.body.lines)
  const lines = linesKnown(item.lines, call.body.lines)
  refuseFewerThanShipped(item, lines)
  const shipments = shipmentsKnown(item.shipments, call.body.shipments)
  const typed = { ...columnsOf({ ...call.body, lines }), shipments }
  await refuseWrongDays(call.db, typed, item)
  const columns = { ...typed, ...externalOf(call.body), ...settledNow(item, typed.sum) }
  await numbered(() => changeRows(call.db, order, eq(order.id, item.id), { ...columns, lastAt: new Date() }))
  const changed = await ordered.find(call, item.id)
  const told = toTell(item, changed)
  if (told) await ordered.tellChange(call, item.id, told)
  return changed
}
