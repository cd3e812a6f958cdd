import { useTranslation } from 'react-i18next'
import type { Compared, ComparedDays, Metered } from '#shared/contracts/comparison.ts'
import { dateOf } from '#shared/dates.ts'
import { placementDayOf } from '#shared/flock-figures/course-measures.ts'
import { itemName } from '#shared/flock-figures/finding.ts'
import { dateIn, instantOf, localText } from '#shared/zone-time.ts'
import { AgeCurves, lineSigns } from '#web/components/chart/age-curves.tsx'
import type { ShownMetric } from '#web/components/metric.ts'
import { AboutMark } from '#web/components/reading-mark.tsx'
import { useReader } from '#web/data/preferences.ts'

interface Props {
  items: readonly Compared[]
  metered: Metered
  metric: ShownMetric
  by: 'age' | 'clock'
  days: ComparedDays
}

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
/** Points more than this many steps apart have a gap between them. */
const GAP = 6

/** A metric of each house over bird age or the last days; the clock is the first house's. */
export function MetricChart({ items, metered, metric, by, days }: Props) {
  const { t } = useTranslation('comparison')
  const { language } = useReader()
  const timeZone = items.find(({ course }) => course)?.course?.flock.timeZone ?? 'UTC'
  const first = Math.min(...metered.items.flatMap(({ at }) => at))
  const unitMs = by === 'age' ? 1 : days === 1 ? HOUR_MS : DAY_MS
  const begin = Number.isFinite(first) ? instantOf(`${dateIn(timeZone, first)}T00:00`, timeZone) : 0
  const zero = by === 'age' ? -placementDayOf(items.flatMap(({ course }) => course?.flock ?? [])) : begin
  const lines = metered.items.map(({ key, at, mean }) => {
    const place = items.findIndex(each => each.key === key)
    const item = items[place]
    return {
      key,
      name: item ? itemName(item, items) : key,
      sign: lineSigns[place] ?? 'plain',
      points: at.flatMap((moment, i) => {
        const value = mean[i] ?? null
        return value === null ? [] : [{ x: (moment - zero) / unitMs, y: value }]
      }),
    }
  })
  if (lines.every(({ points }) => points.length === 0))
    return (
      <>
        <p className="caption">{t($ => $.notMeasured)}</p>
        <Doubts items={items} metered={metered} />
      </>
    )
  const atTime = (x: number) => {
    const moment = zero + x * unitMs
    return days === 1 ? localText(moment, timeZone).slice(11, 16) : dateOf(dateIn(timeZone, moment), language)
  }
  return (
    <>
      <p className="caption num">{[metric.unit, by === 'clock' && timeZone].filter(Boolean).join(' · ')}</p>
      <AgeCurves
        label={metric.label}
        axis={by === 'age' ? t($ => $.dayOfAge) : ''}
        say={value => metric.say(value).split('\u202f')[0] ?? ''}
        lines={lines}
        gap={by === 'age' ? 1 : (GAP * metered.stepMs) / unitMs}
        {...(by === 'clock' && { sayX: atTime })}
      />
      <Doubts items={items} metered={metered} />
    </>
  )
}

/** Why values of a house are not drawn. */
function Doubts({ items, metered }: Pick<Props, 'items' | 'metered'>) {
  const { t } = useTranslation('comparison')
  const doubted = metered.items.filter(({ doubts }) => doubts.length > 0)
  if (doubted.length === 0) return null
  const nameOf = (key: string) => {
    const item = items.find(each => each.key === key)
    return item ? itemName(item, items) : key
  }
  return (
    <ul className="caption comparison-doubts">
      {doubted.flatMap(({ key, doubts }) =>
        doubts.map(doubt => (
          <li key={`${key} ${doubt.metric} ${doubt.reason}`}>
            {t($ => $.leftOut, { name: nameOf(key) })} <AboutMark about={{ doubt }} size="says" />
          </li>
        )),
      )}
    </ul>
  )
}
