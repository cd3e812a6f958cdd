import { useTranslation } from 'react-i18next'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import { clockOf } from '#shared/dates.ts'
import { amountText, unitText } from '#web/components/flocks/figure-of.ts'
import { numberText } from '#web/components/number-text.ts'
import { percentText } from '#web/components/percent-text.ts'
import { useFromNow } from '#web/data/clock.ts'
import { useReader } from '#web/data/preferences.ts'
import { doubtedOf, isCounted, type Recorded, recorded, todayOf, yesterdayOf } from './totals-of.ts'

const MINUTE_MS = 60_000
const units = { eggs: '', feedKg: 'kg', waterL: 'L', dead: '' } as const

/** The farm as a whole: birds; feed and water, today's or else yesterday's; eggs and deaths of yesterday. */
export function Totals({ flocks }: { flocks: readonly FlockThisMorning[] }) {
  const { t } = useTranslation('workplace')
  const reader = useReader()
  if (flocks.length === 0) return null
  const alive = flocks.reduce((sum, flock) => sum + (flock.alive ?? 0), 0)
  return (
    <section className="card workplace-totals" aria-label={t($ => $.wholeFarm)}>
      <div>
        <h3>{t($ => $.birds)}</h3>
        <p className="num">
          <strong>{numberText(alive, 0, reader)}</strong>
        </p>
        <small>{t($ => $.inFlocks, { count: flocks.length })}</small>
      </div>
      {recorded.map(figure => (
        <Figure key={figure} figure={figure} flocks={flocks} />
      ))}
    </section>
  )
}

/** Today's counters are preferred to yesterday's record. */
function Figure({ figure, flocks }: { figure: Recorded; flocks: readonly FlockThisMorning[] }) {
  const { t } = useTranslation('workplace')
  const reader = useReader()
  const minute = useFromNow(now => Math.floor(now / MINUTE_MS) * MINUTE_MS)
  const today = isCounted(figure) ? todayOf(flocks, figure, minute) : null
  const { now, houses, percent } = today ?? yesterdayOf(flocks, figure)
  const doubted = isCounted(figure) && today ? doubtedOf(flocks, figure) : 0
  if (houses === 0) return null
  const change = percent === null ? null : percentText(percent, 1, reader)
  const says = [
    change !== null && (today ? t($ => $.sinceYesterday, { change }) : t($ => $.sinceDayBefore, { change })),
    houses < flocks.length && t($ => $.ofHouses, { count: houses }),
    doubted > 0 && t($ => $.inDoubt, { count: doubted }),
  ]
  return (
    <div>
      <h3 title={today?.until.timeZone}>
        {today && isCounted(figure)
          ? t($ => $.totalsToday[figure], {
              time: clockOf(today.until.at, today.until.timeZone),
            })
          : t($ => $.totals[figure])}
      </h3>
      <p className="num">
        <strong>{amountText(now, units[figure], 0, reader)}</strong>{' '}
        <span>{unitText(units[figure], reader)}</span>
      </p>
      <small className="num">{says.filter(each => each !== false).join(' · ')}</small>
    </div>
  )
}
