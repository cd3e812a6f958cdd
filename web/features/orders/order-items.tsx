import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#shared/contracts/orders.ts'
import { compareAmounts, sayMoney, times } from '#shared/money.ts'
import { bothNames, textIn } from '#shared/text.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** The goods of an order as they were called and cost when it was placed, and what they come to. */
export function OrderItems({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const { lines, currency, freight, goods, sum, paidOn, paidNote } = order
  const say = (amount: string | null) =>
    amount === null ? t($ => $.onRequest) : sayMoney({ amount, currency }, language)
  return (
    <section>
      <h3>{t($ => $.items)}</h3>
      <table className="order-items">
        <thead>
          <tr>
            <th>{t($ => $.goods)}</th>
            <th>{t($ => $.pieces)}</th>
            <th>{t($ => $.price)}</th>
            <th>{t($ => $.lineSum)}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ price, quantity, code, ...names }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else
            <tr key={i}>
              <td>
                {textIn(bothNames(names), language)} {code && <small className="num">{code}</small>}
              </td>
              <td className="num">{quantity.toLocaleString(language)}</td>
              <td className="num">{say(price)}</td>
              <td className="num">
                {price === null ? '—' : say(times({ amount: price, currency }, quantity).amount)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {compareAmounts(freight, '0') > 0 && (
            <>
              <Sum label={t($ => $.goodsSum)} value={say(goods)} />
              <Sum label={t($ => $.freight)} value={say(freight)} />
            </>
          )}
          <Sum label={t($ => $.total)} value={say(sum)} />
        </tfoot>
      </table>
      {paidOn && (
        <p className="order-paid">
          {[t($ => $.paidOn, { day: paidOn }), paidNote].filter(Boolean).join(' · ')}
        </p>
      )}
    </section>
  )
}

const Sum = ({ label, value }: { label: string; value: string }) => (
  <tr>
    <td colSpan={3}>{label}</td>
    <td className="num">{value}</td>
  </tr>
)
