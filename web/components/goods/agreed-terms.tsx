import { useTranslation } from 'react-i18next'
import { dateOf } from '#shared/dates.ts'
import { type Currency, sayMoney } from '#shared/money.ts'
import {
  amountsOfParts,
  deliveryTerm,
  dueEvents,
  incoterms,
  type OrderTerms,
  type PaymentPart,
} from '#shared/order-terms.ts'
import { usePreferences } from '#web/data/preferences.ts'
import './terms.css'

/** What makes a part due: `Within 15 days: On arrival at the port`. */
export function useDueEvent() {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  return ({ due, days, dueOn }: PaymentPart) => {
    const event = due === 'day' && dueOn ? dateOf(dueOn, language) : dueEvents[due][language]
    return days > 0 ? t($ => $.terms.daysAfter, { count: days, event }) : event
  }
}

type Offered = Partial<Omit<OrderTerms, 'validUntil'>>

/** The terms of an offer: delivery, each part of the price with what makes it due, and a note; nothing where nothing is said. */
export function AgreedTerms({
  terms: { incoterm = null, place = '', parts = [], note = '' },
  sum,
  currency,
}: {
  terms: Offered
  sum: string | null
  currency: Currency
}) {
  const language = usePreferences(({ language }) => language)
  const inWords = useDueEvent()
  const amounts = sum === null ? [] : amountsOfParts(parts, sum, currency)
  const share = ({ percent }: PaymentPart) => (percent === null ? '' : `${Number(percent)} %`)
  const paid = parts.map((part, i) => {
    const amount = amounts[i]?.amount ?? part.amount
    const said = [share(part), amount && sayMoney({ amount, currency }, language)].filter(Boolean).join(', ')
    return [said, inWords(part)].filter(Boolean).join(': ')
  })
  const delivery = incoterm
    ? `${deliveryTerm({ incoterm, place })} (${incoterms[incoterm][language]})`
    : place
  const lines = [delivery, ...paid, note].filter(line => line !== '')
  if (lines.length === 0) return null
  return (
    <ul className="agreed-terms">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
