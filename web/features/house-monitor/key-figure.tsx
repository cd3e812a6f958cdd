import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { metricByName } from '#shared/signals.ts'
import type { Reader } from '#shared/units.ts'
import { ReadingMark } from '#web/components/reading-mark.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { TargetShift } from '#web/components/temporary.tsx'
import { Age } from '#web/components/time.tsx'
import { useAboutReading, useLiveHouse, useReading } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { Bullet } from './bullet.tsx'
import { amountText, figureText, labelOf, measured, quantityOf } from './figure-text.ts'
import { type Figure, type Goal, markFor } from './figures.ts'
import { useShowsNews } from './use-shows-news.ts'
import { VentilationSays } from './ventilation-says.tsx'

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Characters of a number with its unit that fit a tile at full size. */
const ROOM = 8

/** A value with its unit, its goal, where it lies in between, and its age once stale. */
export function KeyFigure({ house, figure }: { house: HouseOnMonitor; figure: Figure }) {
  const { t } = useTranslation('house-monitor')
  const { t: word } = useTranslation('components')
  const reader = useReader()
  const reading = useReading(house.iotId, figure.metric)
  const told = useReading(house.iotId, figure.targetMetric ?? '')
  const standing = useLiveHouse(house.id)?.alarms
  // The figure is the main controller's; another device's alarms are not about it.
  const isAlarm = standing?.some(({ code, iotId }) => figure.alarms?.includes(code) && iotId === house.iotId)
  const fresh = useShowsNews(house)
  const about = useAboutReading(house.iotId, figure.metric)
  const value = number(reading?.[0])
  const goal = figure.goal?.(house, number(told?.[0])) ?? null
  const mark = !fresh
    ? null
    : isAlarm
      ? 'alarm'
      : about && 'doubt' in about
        ? 'watch'
        : value === null
          ? null
          : markFor(value, goal)
  const { value: text, unit } = figureText(reading, figure.metric, reader)
  return (
    <div className="figure" data-stale={!fresh || undefined} data-state={mark ?? undefined}>
      <h3>
        <i
          className="figure-quantity"
          style={{ background: `var(--q-${quantityOf(figure.metric)}, var(--text3))` }}
        />
        {shortLabel(figure.metric, t) ?? labelOf(figure.metric, reader.language)}
        {mark && (
          <>
            <StateMark state={mark} />
            <span className="visually-hidden">{word($ => $.houseUrgency[mark])}</span>
          </>
        )}
      </h3>
      <p className="figure-value num" data-long={text.length + unit.length > ROOM || undefined}>
        {text}
        <small>{goal?.kind === 'levels' ? t($ => $.ofLevels) : unit}</small>
      </p>
      {goal && <Bullet value={value} goal={goal} />}
      <p className="figure-says num">
        {goal?.kind === 'levels' ? (
          <VentilationSays house={house} />
        ) : (
          <GoalText goal={goal} metric={figure.metric} />
        )}
        {figure.targetMetric && <TargetShift house={house} />}
        <ReadingMark iotId={house.iotId} metric={figure.metric} size="word" />
        {value === null ? t($ => $.noValue) : !fresh && reading && <Age at={reading[1]} />}
      </p>
    </div>
  )
}

const short = {
  'Climate/Temp/Avg': 'temperature',
  'Climate/Hum/Avg': 'humidity',
  'Air/Pressure/S1': 'pressure',
  'Air/CO2/S1': 'co2',
  'Air/NH3/S1': 'nh3',
  'Vent/Level': 'ventilation',
} as const

type Translate = ReturnType<typeof useTranslation<'house-monitor'>>['t']

/** A figure's label where it stands alone, by its quantity. */
function shortLabel(metric: string, t: Translate): string | null {
  const key = short[metric as keyof typeof short]
  return key ? t($ => $.quantities[key]) : null
}

/** The ends of a range are round numbers: one decimal less than the value is enough. */
function rangeOf({ low, high }: { low: number; high: number }, metric: string, reader: Reader) {
  const { unit = '', decimals = 0 } = metricByName.get(metric) ?? {}
  const end = (value: number) => measured(value, { unit, decimals: decimals - 1 }, reader)
  return { low: end(low).value, high: `${end(high).value}\u202f${end(high).unit}` }
}

function GoalText({ goal, metric }: { goal: Goal | null; metric: string }) {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  const say = (value: number) => amountText(value, metric, reader)

  switch (goal?.kind) {
    case 'target':
      return <span>{t($ => $.target, { value: say(goal.target) })}</span>
    case 'range':
      return <span>{t($ => $.range, rangeOf(goal, metric, reader))}</span>
    case 'limit':
      return <span>{t($ => $.limit, { value: say(goal.high) })}</span>
    default:
      return null
  }
}
