import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import { dateOf } from '#shared/dates.ts'
import { sayMoney } from '#shared/money.ts'
import { nextPartOf } from '#shared/order-events.ts'
import { nextOf } from '#shared/orders.ts'
import { dateIn, daysBetween } from '#shared/zone-time.ts'
import { useZone } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'

/** What comes next, when, and in how many days by the reader's calendar; nothing if unknown. */
export function Next({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  const today = dateIn(zone, new Date())
  const event = nextOf(order, today)
  const part = order.standing === 'withdrawn' ? null : nextPartOf(order, dateIn(zone, new Date(order.madeAt)))
  const isPayment = part !== null && (event === null || part.dueOn <= event.day)
  const day = isPayment ? part.dueOn : event?.day
  if (day === undefined) return null
  const { parts } = order.terms
  const kind = part?.nth === 0 && parts.length > 1 ? 'deposit' : parts.length > 1 ? 'balance' : 'payment'
  const days = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const says = isPayment
    ? t($ => $.due[kind], { amount: sayMoney({ amount: part.owed, currency: order.currency }, language) })
    : event?.port
      ? t($ => $.nextAt[event.kind], { port: event.port })
      : event && t($ => $.next[event.kind])
  return (
    <p className="order-next row gap-3" data-late={day < today || undefined}>
      <CalendarClock size={18} aria-hidden />
      <span>
        <b>{says}</b>
        <small className="num">
          {dateOf(day, language)} · {days.format(daysBetween(today, day), 'day')}
        </small>
      </span>
    </p>
  )
}
