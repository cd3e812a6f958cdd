import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { useFreshness, useReading } from '#web/data/live/live.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { amountText, figureText, labelOf, quantityOf } from './figure-text.ts'
import { type Figure, type Goal, isOutside } from './figures.ts'

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** A value with its unit, what it should be, where it lies between, and its age. */
export function KeyFigure({ house, figure }: { house: HouseOnMonitor; figure: Figure }) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  const reading = useReading(house.id, figure.metric)
  const told = useReading(house.id, figure.targetMetric ?? '')
  const freshness = useFreshness(house.id, house.reportIntervalS)
  const value = number(reading?.[0])
  const goal = figure.goal?.(house, number(told?.[0])) ?? null
  const fresh = freshness === 'fresh' && house.state !== 'offline'
  const outside = fresh && value !== null && isOutside(value, goal)
  const { value: text, unit } = figureText(reading, figure.metric, language)
  return (
    <div className="figure" data-stale={!fresh || undefined} data-outside={outside || undefined}>
      <h3>
        <i
          className="figure-quantity"
          style={{ background: `var(--q-${quantityOf(figure.metric)}, var(--text3))` }}
        />
        {labelOf(figure.metric, language)}
        {outside && (
          <>
            <StateMark state="watch" />
            <span className="visually-hidden">{t($ => $.states.watch)}</span>
          </>
        )}
      </h3>
      <p className="figure-value num">
        {text}
        <small>{goal?.kind === 'levels' ? t($ => $.ofLevels) : unit}</small>
      </p>
      {goal && <Bullet value={value} goal={goal} />}
      <p className="figure-says num">
        <GoalText goal={goal} metric={figure.metric} />
        {reading && reading[0] !== null ? <Age at={reading[1]} /> : t($ => $.noValue)}
      </p>
    </div>
  )
}

function GoalText({ goal, metric }: { goal: Goal | null; metric: string }) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  if (!goal || goal.kind === 'levels') return null
  const say = (value: number) => amountText(value, metric, language)
  switch (goal.kind) {
    case 'target':
      return <span>{t($ => $.target, { value: say(goal.target) })}</span>
    case 'range':
      return <span>{t($ => $.range, { low: goal.low, high: say(goal.high) })}</span>
    case 'limit':
      return <span>{t($ => $.limit, { value: say(goal.high) })}</span>
    case 'standard':
      return <span>{t($ => $.standard, { value: say(goal.value) })}</span>
  }
}

/** Where a value lies: the band that is right, the target, the value. The words beside it say the same. */
function Bullet({ value, goal }: { value: number | null; goal: Goal }) {
  if (goal.kind === 'standard') return null
  if (goal.kind === 'levels')
    return (
      <div className="bullet-levels" aria-hidden>
        {Array.from({ length: 18 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the levels are their numbers
          <i key={i} className="bullet-level" data-on={(value !== null && i < value) || undefined} />
        ))}
      </div>
    )
  const [from, to] = goal.scale
  const place = (at: number) => `${Math.min(Math.max(((at - from) / (to - from)) * 100, 0), 100)}%`
  const low = goal.kind === 'limit' ? from : goal.low
  return (
    <div className="bullet" aria-hidden>
      <i
        className="bullet-band"
        style={{ left: place(low), width: `calc(${place(goal.high)} - ${place(low)})` }}
      />
      {goal.kind === 'target' && <i className="bullet-target" style={{ left: place(goal.target) }} />}
      {value !== null && <i className="bullet-value" style={{ left: place(value) }} />}
    </div>
  )
}
