import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Charted } from '#shared/contracts/houses.ts'
import { breedSays } from '#shared/flock-figures/standard.ts'
import { Age, spanOf } from '#web/components/time.tsx'
import { useFreshness, useHeardAt } from '#web/data/live/live.ts'
import { usePreferences } from '#web/data/preferences.ts'
import type { Drawn } from './use-house-chart.ts'

/** The house, its flock, and when it was last heard. */
export function ReportsHead({
  house,
  title,
  children,
}: {
  house: Charted
  title: string
  children: ReactNode
}) {
  const { t } = useTranslation('charts')
  const { t: word } = useTranslation('components')
  const heardAt = useHeardAt(house.iotId) ?? house.lastMessageAt
  const freshness = useFreshness(house.iotId, house.reportIntervalS)
  const facts = [
    house.customer,
    word($ => $.houseType[house.type]),
    breedSays(house),
    house.dayAge === null ? null : t($ => $.day, { day: house.dayAge }),
    t($ => $.houseTime, { zone: house.timeZone }),
  ]
  return (
    <div className="list-head of-house">
      <div>
        <h1>{title}</h1>
        <p className="num">
          {facts.filter(Boolean).join(' · ')} ·{' '}
          <span data-stale={freshness !== 'fresh' || undefined}>
            {t($ => $.heard)} <Age at={heardAt} />
          </span>
        </p>
      </div>
      <div className="list-head-actions">{children}</div>
    </div>
  )
}

/** What a point of the chart represents, in words. */
export function Resolution({ drawn: { chart } }: { drawn: Drawn }) {
  const { t } = useTranslation('charts')
  const language = usePreferences(({ language }) => language)
  const { resolution, stepMs } = chart
  const span = spanOf(stepMs, language)
  const says =
    stepMs === 0
      ? t($ => $.everyReport)
      : resolution === 'day'
        ? t($ => $.meansOfDays, { span })
        : resolution === '15m'
          ? t($ => $.meansOf, { span })
          : t($ => $.meansOfReports, { span })
  return <span className="caption chart-resolution">{says}</span>
}
