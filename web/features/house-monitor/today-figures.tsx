import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { useFromReadings, useReading } from '#web/data/live/live.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { numberOf } from './drawing/states.ts'
import { amountText, labelOf } from './figure-text.ts'
import { useYesterdayByNow } from './use-day-chart.ts'

/** Counters that begin anew each day: drinking and cooling water apart. */
const counters = ['Water/Today', 'Feed/Today', 'Egg/Today', 'Cool/WaterToday'] as const

interface Props {
  house: HouseOnMonitor
  /** Metrics its controllers told of. */
  announced: readonly string[]
}

/** What was drunk, eaten and laid today until now, each beside yesterday at this hour. */
export function TodayFigures({ house, announced }: Props) {
  const { t } = useTranslation('house-monitor')
  const shown = counters.filter(metric => announced.includes(metric))
  if (shown.length === 0) return null
  return (
    <>
      <h3>{t($ => $.today)}</h3>
      <dl className="num">
        {shown.map(metric => (
          <Counter key={metric} house={house} metric={metric} />
        ))}
        <WaterToFeed house={house} />
      </dl>
    </>
  )
}

function Counter({ house, metric }: { house: HouseOnMonitor; metric: string }) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  const now = numberOf(useReading(house.id, metric))
  const before = useYesterdayByNow(house, metric)
  return (
    <div>
      <dt>{labelOf(metric, language)}</dt>
      <dd>
        {now === null ? '—' : amountText(now, metric, language)}
        {before !== null && (
          <small>{t($ => $.yesterdayByNow, { value: amountText(before, metric, language) })}</small>
        )}
      </dd>
    </div>
  )
}

const ratioMetrics = ['Water/Today', 'Feed/Today']

/** Litres drunk for each kg eaten: it rises with heat and illness before anything else does. */
function WaterToFeed({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  const ratio = useFromReadings(house.id, ratioMetrics, readingOf => {
    const [water, feed] = ratioMetrics.map(metric => numberOf(readingOf(metric)))
    return water == null || !feed ? null : Math.round((water / feed) * 100) / 100
  })
  if (ratio === null) return null
  return (
    <div>
      <dt>{t($ => $.waterToFeed)}</dt>
      <dd>{`${ratio.toLocaleString(language, { minimumFractionDigits: 2 })}\u202fL/kg`}</dd>
    </div>
  )
}
