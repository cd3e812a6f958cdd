import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type OrderDetail, orders } from '#shared/contracts/orders.ts'
import { dateOf } from '#shared/dates.ts'
import { compareAmounts, sayMoney } from '#shared/money.ts'
import { partsDueOf } from '#shared/order-events.ts'
import type { DuePart } from '#shared/order-payments.ts'
import { deliveryTerm, incoterms } from '#shared/order-terms.ts'
import { dateIn } from '#shared/zone-time.ts'
import { useDueEvent } from '#web/components/goods/agreed-terms.tsx'
import { useTermsLabels } from '#web/components/goods/terms-fields.tsx'
import { later } from '#web/components/later.tsx'
import { useShowDialog } from '#web/components/list/list-dialogs.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { useZone } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { OrderCard } from './order-card.tsx'

const TermsForm = later(() => import('./terms-form.tsx').then(file => file.TermsForm))

/** What makes a part due, and when: `15 days after: On arrival at the port`. */
export function useDueWords() {
  const language = usePreferences(({ language }) => language)
  const event = useDueEvent()
  return ({ part, dueOn }: Pick<DuePart, 'part' | 'dueOn'>) => {
    const said = event({ ...part, dueOn: null })
    return dueOn === null ? said : `${said} · ${dateOf(dueOn, language)}`
  }
}

/** What was agreed on delivery and payment, with what is owed of each part. */
export function TermsCard({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  const show = useShowDialog()
  const mayEdit = useMayCall(orders.terms) && order.standing !== 'withdrawn'
  const inWords = useDueWords()
  const labels = useTermsLabels()
  const { terms, currency } = order
  const today = dateIn(zone, new Date())
  const parts = partsDueOf(order, dateIn(zone, new Date(order.madeAt)))
  const money = (amount: string) => sayMoney({ amount, currency }, language)
  const isAgreed = terms.incoterm !== null || terms.place !== '' || terms.parts.length > 0
  if (!isAgreed && !mayEdit) return null
  return (
    <OrderCard
      title={t($ => $.terms.title)}
      action={
        mayEdit && (
          <Button size="small" onClick={() => show(close => <TermsForm order={order} close={close} />)}>
            {t($ => $.terms.edit)}
          </Button>
        )
      }
    >
      {isAgreed ? (
        <dl className="order-facts">
          {(terms.incoterm !== null || terms.place) && (
            <div>
              <dt>{terms.incoterm ? incoterms[terms.incoterm][language] : labels.place}</dt>
              <dd>{deliveryTerm(terms)}</dd>
            </div>
          )}
          {terms.validUntil && (
            <div>
              <dt>{t($ => $.terms.validUntil)}</dt>
              <dd className="num">{dateOf(terms.validUntil, language)}</dd>
            </div>
          )}
        </dl>
      ) : (
        <p className="caption">{t($ => $.terms.none)}</p>
      )}
      {terms.parts.length > 0 && (
        <ul className="order-parts">
          {parts.map((due, i) => {
            const { part, amount, owed, dueOn } = due
            const isOpen = compareAmounts(owed, '0') > 0
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing else
              <li key={i}>
                <span>
                  <b className="num">{money(amount)}</b>
                  {part.percent !== null && <small className="num"> {Number(part.percent)} %</small>}
                </span>
                <span>{inWords(due)}</span>
                <span className="num">
                  {isOpen && dueOn !== null && dueOn < today && <StateMark state="watch" />}{' '}
                  {isOpen ? t($ => $.terms.owed, { amount: money(owed) }) : t($ => $.paidFilter.yes)}
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {terms.note && <p className="order-content">{terms.note}</p>}
    </OrderCard>
  )
}
