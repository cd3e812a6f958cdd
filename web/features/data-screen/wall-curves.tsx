import { useTranslation } from 'react-i18next'
import type { DataScreen } from '#shared/contracts/data-screen.ts'
import { dateOf } from '#shared/dates.ts'
import { formatSignal, metricByName } from '#shared/signals.ts'
import { DayLines } from '#web/components/chart/day-lines.tsx'
import { useReader } from '#web/data/preferences.ts'
import type { WallSums } from './wall-line.ts'
import { laysEggs, percent } from './wall-totals.tsx'

const signals = { feed: metricByName.get('Feed/Today'), water: metricByName.get('Water/Today') }

interface Props {
  figures: DataScreen
  sums: WallSums | null
  /** Of each curve, px. */
  height: number
}

/** The last days: laying rate against its standard, feed and water. Today so far stands beside. */
export function WallCurves({ figures, sums, height }: Props) {
  const { t } = useTranslation('data-screen')
  const reader = useReader()
  const { days } = figures
  const names = days.map(({ day }) => dateOf(day, reader.language))
  const uncounted = Math.max(0, ...days.map(day => day.uncounted))
  const amount = (what: 'feed' | 'water') => (value: number) => {
    const signal = signals[what]
    return signal ? formatSignal(value, { ...signal, decimals: 0 }, reader) : ''
  }
  return (
    <div className="wall-curves">
      {laysEggs(figures) && (
        <figure>
          <figcaption>
            {t($ => $.rateDays)}
            <LeftOut count={leftOutOf(figures, null, 'eggs')} />
            {uncounted > 0 && (
              <span className="num wall-left-out">{t($ => $.uncounted, { count: uncounted })}</span>
            )}
            <span className="wall-key">
              <i style={{ color: 'var(--p)' }} /> {t($ => $.actual)}
              <i style={{ color: 'var(--text2)' }} data-dashed /> {t($ => $.standard)}
            </span>
          </figcaption>
          <DayLines
            label={t($ => $.rateDays)}
            most={100}
            height={height}
            days={names}
            say={value => percent(value, reader.language)}
            lines={[
              {
                name: 'standard',
                colour: 'var(--text2)',
                isDashed: true,
                values: days.map(({ standard }) => standard),
              },
              { name: 'actual', colour: 'var(--p)', values: days.map(({ rate }) => rate) },
            ]}
          />
        </figure>
      )}
      {(['feed', 'water'] as const).map(what => (
        <figure key={what}>
          <figcaption>
            {t($ => $.daily[what])}
            {sums && <span className="num">{t($ => $.today, { amount: amount(what)(sums[what]) })}</span>}
            <LeftOut count={leftOutOf(figures, sums, what)} />
          </figcaption>
          <DayLines
            label={t($ => $.daily[what])}
            isAmount
            height={height}
            days={names}
            say={amount(what)}
            lines={[{ name: what, colour: `var(--q-${what})`, values: days.map(day => day[what]) }]}
          />
        </figure>
      ))}
    </div>
  )
}

/** The most houses that today or one of the days leaves out. */
const leftOutOf = ({ days }: DataScreen, sums: WallSums | null, what: 'eggs' | 'feed' | 'water'): number =>
  Math.max(sums?.leftOut[what] ?? 0, ...days.map(({ leftOut }) => leftOut[what]))

/** Says how many houses are in no sum because their meter is not believed. */
function LeftOut({ count }: { count: number }) {
  const { t } = useTranslation('data-screen')
  return count > 0 && <span className="num wall-left-out">{t($ => $.leftOut, { count })}</span>
}
