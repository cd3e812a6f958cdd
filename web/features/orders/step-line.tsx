import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#shared/contracts/orders.ts'
import { dateOf } from '#shared/dates.ts'
import { type OrderState, orderStates, orderSteps } from '#shared/orders.ts'
import { dateIn } from '#shared/zone-time.ts'
import { useZone } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { iconOfState } from './order-marks.ts'

const states = Object.keys(orderStates) as OrderState[]

/** When the order last reached a step: the time of the entry that led there. */
function reachedAt({ entries, madeAt }: OrderDetail, state: OrderState): string | undefined {
  if (state === 'placed') return madeAt
  const leads = Object.entries(orderSteps).flatMap(([name, step]) =>
    'to' in step && step.to === state && !('reason' in ('fields' in step ? step.fields : {})) ? [name] : [],
  )
  return entries.findLast(({ step }) => leads.includes(step))?.at
}

/** The four steps of an order: past ones ticked, the current one with its icon, future ones empty. */
export function StepLine({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  if (order.standing === 'withdrawn') return null
  const now = states.indexOf(order.standing)
  return (
    <ol className="order-line" aria-label={t($ => $.progress)}>
      {states.map((state, i) => {
        const Icon = iconOfState[state]
        const at = i <= now ? reachedAt(order, state) : undefined
        const expected = state === 'production' && i >= now ? order.productionEnd : null
        return (
          <li
            key={state}
            data-at={i < now ? 'done' : i === now ? 'now' : 'next'}
            {...(i === now && { 'aria-current': 'step' })}
          >
            <span className="order-line-icon" aria-hidden>
              {i < now ? <Check size={15} /> : i === now ? <Icon size={15} /> : null}
            </span>
            <b>{orderStates[state][language]}</b>
            <small className="num">
              {expected
                ? t($ => $.until, { day: dateOf(expected, language) })
                : at && dateOf(dateIn(zone, new Date(at)), language)}
            </small>
          </li>
        )
      })}
    </ol>
  )
}
