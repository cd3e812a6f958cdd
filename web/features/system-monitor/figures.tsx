import { useTranslation } from 'react-i18next'
import type { Course, Figures as Known, SystemFigure } from '#shared/contracts/system-monitor.ts'
import { clockOf, nearDayOf } from '#shared/dates.ts'
import { DayLines } from '#web/components/chart/day-lines.tsx'
import { useZone } from '#web/components/time.tsx'
import { useReader } from '#web/data/preferences.ts'
import { figureText } from './figure-text.ts'

const DAY_MS = 86_400_000
const HEIGHT = 92
/** The main job first, then what it depends on. */
const SHOWN: readonly SystemFigure[] = [
  'messages',
  'values',
  'queue',
  'commit',
  'acknowledge',
  'gateways',
  'sockets',
  'calls',
  'loop',
  'cpu',
  'memory',
  'database',
]

/** Each figure as of now, with its course over the period below. */
export function Figures({ now, course }: { now: Known; course: Course | undefined }) {
  const { t } = useTranslation('system-monitor')
  const reader = useReader()
  const zone = useZone()
  const isOfDays = course !== undefined && course.at.length * course.stepMs > DAY_MS
  const days =
    course?.at.map(at => (isOfDays ? nearDayOf(at, reader.language, zone) : clockOf(at, zone))) ?? []
  return (
    <div className="system-figures">
      {SHOWN.map(figure => (
        <section key={figure} className="card system-figure" aria-label={t($ => $.figures[figure])}>
          <div>
            <h2>{t($ => $.figures[figure])}</h2>
            <p className="num">
              <strong>{figureText(figure, now[figure], reader)}</strong>{' '}
              <small>{t($ => $.units[figure])}</small>
            </p>
          </div>
          {course ? (
            <DayLines
              label={t($ => $.courseOf, { figure: t($ => $.figures[figure]) })}
              height={HEIGHT}
              days={days}
              say={value => figureText(figure, value, reader)}
              lines={[{ name: figure, colour: 'var(--p)', values: filled(course.figures[figure]) }]}
            />
          ) : (
            <div style={{ height: HEIGHT }} />
          )}
        </section>
      ))}
    </div>
  )
}

/** Sizes are measured only now and then: the time between two measurements is not a gap. */
function filled(values: readonly (number | null)[]): (number | null)[] {
  return values.map((value, i) => {
    const [before, after] = [values[i - 1] ?? null, values[i + 1] ?? null]
    return value === null && before !== null && after !== null ? (before + after) / 2 : value
  })
}
