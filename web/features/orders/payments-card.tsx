import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type OrderDetail, orders } from '#shared/contracts/orders.ts'
import { dateOf } from '#shared/dates.ts'
import { compareAmounts, sayMoney } from '#shared/money.ts'
import {
  balanceOf,
  type OrderPayment,
  paymentKinds,
  paymentStateOf,
  paymentStates,
} from '#shared/order-payments.ts'
import { orderSteps } from '#shared/orders.ts'
import { useSteps } from '#web/components/records/use-steps.tsx'
import { useReasonQuestion } from '#web/components/use-reason-question.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { OrderCard } from './order-card.tsx'

const { reason: paymentReason } = orderSteps.unpay.fields

/** What was paid, what is still owed, and what is too much. */
export function PaymentsCard({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const steps = useSteps(orders, orderSteps)
  const mayPay = useMayCall(orders.pay)
  const [pay] = steps(order, ['pay'])
  const { currency, payments, sum, paidOn } = order
  const { paid, owed, over } = balanceOf(payments, sum)
  const say = (amount: string | null) =>
    amount === null ? t($ => $.onRequest) : sayMoney({ amount, currency }, language)
  const isOver = compareAmounts(over, '0') > 0
  return (
    <OrderCard
      title={t($ => $.payment)}
      says={paymentStates[paymentStateOf(order)][language]}
      action={
        mayPay &&
        pay?.isOpen && (
          <Button size="small" onClick={pay.onClick}>
            {pay.label}
          </Button>
        )
      }
    >
      <dl className="order-facts">
        <div>
          <dt>{t($ => $.total)}</dt>
          <dd className="num">{say(sum)}</dd>
        </div>
        <div>
          <dt>{t($ => $.paid)}</dt>
          <dd className="num">{payments.length === 0 && paidOn ? dateOf(paidOn, language) : say(paid)}</dd>
        </div>
        {isOver ? (
          <div data-over>
            <dt>{t($ => $.over)}</dt>
            <dd className="num">{say(over)}</dd>
          </div>
        ) : (
          <div>
            <dt>{t($ => $.owed)}</dt>
            <dd className="num">{payments.length === 0 && paidOn ? say('0') : say(owed)}</dd>
          </div>
        )}
      </dl>
      {payments.length > 0 && (
        <ul className="order-parts">
          {payments.map(payment => (
            <Payment key={payment.id} {...{ order, payment }} />
          ))}
        </ul>
      )}
    </OrderCard>
  )
}

function Payment({ order, payment }: { order: OrderDetail; payment: OrderPayment }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const ask = useReasonQuestion()
  const { submit } = useSubmit()
  const mayCorrect = useMayCall(orders.unpay) && order.standing !== 'withdrawn'
  const { id, kind, paidOn, amount, currency, counts, reference, note } = payment
  const isOther = currency !== order.currency && counts !== null
  const about = [
    kind === 'refund' ? paymentKinds.refund[language] : '',
    isOther ? sayMoney({ amount: counts, currency: order.currency }, language) : '',
    reference,
    note,
  ]
  const day = dateOf(paidOn, language)
  return (
    <li>
      <b className="num">
        {amount === null ? t($ => $.onRequest) : sayMoney({ amount, currency }, language)}
      </b>
      <span>{about.filter(Boolean).join(' · ')}</span>
      <span className="num">{day}</span>
      {mayCorrect && (
        <Button
          type="text"
          size="small"
          aria-label={t($ => $.wrongPaymentOf, { day })}
          onClick={() =>
            ask(
              {
                title: t($ => $.wrongPayment),
                says: [],
                reason: paymentReason.label[language],
                ok: t($ => $.takeBack),
              },
              ({ reason = '' }, form) =>
                submit(
                  () =>
                    call(orders.unpay, {
                      params: { id: order.id },
                      body: { reason, payment: id, version: order.version },
                    }),
                  form,
                ),
            )
          }
        >
          {t($ => $.takeBack)}
        </Button>
      )}
    </li>
  )
}
