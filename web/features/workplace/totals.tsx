import { useTranslation } from 'react-i18next'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import { amountText, unitText } from '#web/components/flocks/figure-of.ts'
import { numberText } from '#web/components/number-text.ts'
import { percentText } from '#web/components/percent-text.ts'
import { useReader } from '#web/data/preferences.ts'

const units = { eggs: '', feedKg: 'kg', waterL: 'L', dead: '' } as const
type Figure = keyof typeof units
const figures = Object.keys(units) as Figure[]

/** Yesterday of all houses beside the day before, of the flocks of which both days were told. */
function sumOf(flocks: readonly FlockThisMorning[], figure: Figure) {
  const told = flocks.flatMap(({ days: [last, other], yesterday }) => {
    const [value, before] = [last?.[figure] ?? null, other?.[figure] ?? null]
    return value === null || before === null || last?.day !== yesterday ? [] : [{ value, before }]
  })
  const sum = (name: 'value' | 'before') => told.reduce((all, each) => all + each[name], 0)
  const [now, before] = [sum('value'), sum('before')]
  return { now, houses: told.length, percent: before === 0 ? null : (100 * (now - before)) / before }
}

/** The farm as a whole: birds, and what was laid, eaten and drunk yesterday against the day before. */
export function Totals({ flocks }: { flocks: readonly FlockThisMorning[] }) {
  const { t } = useTranslation('workplace')
  const reader = useReader()
  if (flocks.length === 0) return null
  const alive = flocks.reduce((sum, flock) => sum + (flock.alive ?? 0), 0)
  return (
    <section className="card workplace-totals" aria-label={t($ => $.yesterday)}>
      <div>
        <h3>{t($ => $.birds)}</h3>
        <p className="num">
          <strong>{numberText(alive, 0, reader)}</strong>
        </p>
        <small>{t($ => $.inFlocks, { count: flocks.length })}</small>
      </div>
      {figures.map(figure => {
        const { now, houses, percent } = sumOf(flocks, figure)
        if (houses === 0) return null
        return (
          <div key={figure}>
            <h3>{t($ => $.totals[figure])}</h3>
            <p className="num">
              <strong>{amountText(now, units[figure], 0, reader)}</strong>{' '}
              <span>{unitText(units[figure], reader)}</span>
            </p>
            <small className="num">
              {percent !== null && t($ => $.sinceDayBefore, { change: percentText(percent, 1, reader) })}
              {houses < flocks.length && ` · ${t($ => $.ofHouses, { count: houses })}`}
            </small>
          </div>
        )
      })}
    </section>
  )
}
