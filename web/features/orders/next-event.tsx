import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import { dateOf } from '#shared/dates.ts'
import { nextOf } from '#shared/orders.ts'
import { dateIn, daysBetween } from '#shared/zone-time.ts'
import { useZone } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'

/** What comes next, when, and in how many days by the reader's calendar; nothing if unknown. */
export function Next({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const today = dateIn(useZone(), new Date())
  const next = nextOf(order, today)
  if (next === null) return null
  const days = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return (
    <p className="order-next row gap-3" data-late={next.day < today || undefined}>
      <CalendarClock size={18} aria-hidden />
      <span>
        <b>{next.port ? t($ => $.nextAt[next.kind], { port: next.port }) : t($ => $.next[next.kind])}</b>
        <small className="num">
          {dateOf(next.day, language)} · {days.format(daysBetween(today, next.day), 'day')}
        </small>
      </span>
    </p>
  )
}
