import { useTranslation } from 'react-i18next'
import { type Amount, type Currency, compareAmounts, sayMoney, times } from '#shared/money.ts'
import { type OrderLine, sumsOf } from '#shared/orders.ts'
import { bothNames, textIn } from '#shared/text.ts'
import { usePreferences } from '#web/data/preferences.ts'
import './order-lines.css'

interface Props {
  lines: readonly OrderLine[]
  currency: Currency
  freight: Amount
}

/** Goods with quantity and unit price, and the total with freight. */
export function PricedLines({ lines, currency, freight }: Props) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const sums = sumsOf(lines, freight, currency)
  const say = (amount: Amount | null | undefined) =>
    amount ? sayMoney({ amount, currency }, language) : t($ => $.lines.onRequest)
  return (
    <table className="priced-lines">
      <thead>
        <tr>
          <th>{t($ => $.lines.goods)}</th>
          <th>{t($ => $.lines.piecesHead)}</th>
          <th>{t($ => $.lines.priceHead)}</th>
          <th>{t($ => $.lines.sum)}</th>
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
            <Sum label={t($ => $.lines.goods)} value={say(sums?.goods.amount)} />
            <Sum label={t($ => $.lines.freight)} value={say(freight)} />
          </>
        )}
        <Sum label={t($ => $.lines.total)} value={say(sums?.total.amount)} />
      </tfoot>
    </table>
  )
}

const Sum = ({ label, value }: { label: string; value: string }) => (
  <tr>
    <td colSpan={3}>{label}</td>
    <td className="num">{value}</td>
  </tr>
)
