import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Order, orders } from '#shared/contracts/orders.ts'
import { compareAmounts, normal } from '#shared/money.ts'
import { balanceOf, type OrderPayment, paidOf, settledNow } from '#shared/order-payments.ts'
import { noTerms } from '#shared/order-terms.ts'
import { text } from '#shared/text.ts'
import { agreedParts } from '../../farm/papers/agreed-terms.ts'
import { providerToday } from '../../farm/tickets/plausible-days.ts'
import { newId } from '../../platform/database/ids.ts'
import { order } from '../../platform/database/tables/orders.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Message } from '../../platform/http/texts.ts'
import { changeRows } from '../../platform/records/rows.ts'
import { isClosed, notPaid, take } from './order-changes.ts'
import { ordered } from './ordered.ts'

type Taking = Parameters<typeof ordered.take>[0]
type Typed = Omit<z.output<typeof orders.pay.body>, 'version'>

const says = {
  future: text('付款日期不能晚于今天', 'The date cannot be later than today'),
  worth: text('请填写折合订单币种的金额', 'Enter what it counts in the currency of the order'),
  amount: text('请填写金额', 'Enter an amount'),
  nothing: text('金额须大于 0', 'The amount must be more than 0'),
  refund: text('退款不能超过已收款', 'A refund cannot be more than what was paid'),
  gone: text('没有此收款记录', 'This payment does not exist'),
  terms: text('订单 {number} 的贸易条款已更新', 'The terms of your order {number} were changed'),
}

const refused = (field: string, message: Message) => refuse.invalid([{ field, message }], message)

/** The payment that was typed, in the currency of its order. */
function paymentOf({ currency: due, payments, sum }: Order, typed: Typed): OrderPayment {
  const { paidOn, amount, currency, counts, way, reference, note } = typed
  const { owed } = balanceOf(payments, sum)
  const given = amount ?? null
  const isOther = currency !== null && currency !== undefined && currency !== due
  if (given !== null && compareAmounts(given, '0') === 0) throw refused('amount', says.nothing)
  if (given === null && (way === 'refund' || isOther)) throw refused('amount', says.amount)
  if (given !== null && isOther && !counts) throw refused('counts', says.worth)
  const paid = given === null ? owed : normal(given)
  const worth = isOther ? normal(counts ?? '0') : paid
  if (way === 'refund' && compareAmounts(worth ?? '0', paidOf(payments)) > 0)
    throw refused('amount', says.refund)
  return {
    id: newId(),
    kind: way ?? 'payment',
    paidOn,
    amount: paid,
    currency: currency ?? due,
    counts: worth,
    reference,
    note,
  }
}

const inWords = ({ amount, currency, reference, note }: OrderPayment) =>
  [amount && `${currency} ${amount}`, reference, note].filter(Boolean).join(' · ')

/** Notes a payment. Without an amount it is all that is owed, and a paid order is not paid again. */
export async function pay(call: Taking, typed: Typed): Promise<Order> {
  const { item } = await ordered.open(call)
  if (typed.paidOn > (await providerToday(call.db))) throw refused('paidOn', says.future)
  if (item.paidOn !== null && (typed.amount ?? null) === null)
    throw refuse.conflict({ yours: 'pay', current: item }, notPaid)
  const payment = paymentOf(item, typed)
  const payments = [...item.payments, payment].toSorted((a, b) => (a.paidOn < b.paidOn ? -1 : 1))
  const changes = {
    payments,
    ...settledNow({ payments, paidOn: item.paidOn }, item.sum),
    paidNote: payment.note,
  }
  return ordered.take(call, 'pay', { changes, written: inWords(payment) })
}

/** Notes that everything owed was paid on a day. */
export const settle = (call: Taking, paidOn: string) => pay(call, { paidOn, reference: '', note: '' })

/** Takes back a payment, or all of them, with a reason. */
export async function unpay(call: Call<typeof orders.unpay>): Promise<Order> {
  const { item } = await ordered.open(call)
  const { payment, reason } = call.body
  const wrong = item.payments.find(({ id }) => id === payment)
  if (payment && !wrong) throw refused('payment', says.gone)
  const payments = wrong ? item.payments.filter(({ id }) => id !== payment) : []
  const settled = payments.length === 0 ? { paidOn: null } : settledNow({ ...item, payments }, item.sum)
  const written = [wrong && inWords(wrong), reason].filter(Boolean).join('\n')
  return take(call, 'unpay', { changes: { payments, ...settled, paidNote: '' }, written })
}

/** Changes what was agreed on delivery and payment. */
export async function changeTerms(call: Call<typeof orders.terms>): Promise<Order> {
  const { item } = await ordered.open(call)
  const { version: _, ...terms } = call.body
  if (item.standing === 'withdrawn') throw refuse.conflict({ yours: call.body, current: item }, isClosed)
  const agreed = { ...terms, parts: agreedParts(terms.parts) }
  await changeRows(call.db, order, eq(order.id, item.id), { terms: agreed, lastAt: new Date() })
  if (!isDeepStrictEqual(agreed, { ...noTerms, ...item.terms }))
    await ordered.tellChange(call, item.id, says.terms)
  return ordered.find(call, item.id)
}
