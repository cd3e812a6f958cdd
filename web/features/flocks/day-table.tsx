import { useTranslation } from 'react-i18next'
import type { FlockCourse } from '#shared/contracts/flocks.ts'
import { dateOf } from '#shared/dates.ts'
import { flockMeasures } from '#shared/flock-figures/standard.ts'
import { amountText, unitText } from '#web/components/flocks/figure-of.ts'
import { numberText } from '#web/components/number-text.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useReader } from '#web/data/preferences.ts'

/** Days shown at once. */
const SHOWN = 60

/** Males lost on each day, dead and culled; `before` they came, so many. */
const malesLostBy = (before: number, days: FlockCourse['days']) =>
  new Map(days.map(({ day, lostMales }, i) => [day, lostMales - (days[i - 1]?.lostMales ?? before)]))

/** Day by day, newest first; each links to its record. */
export function DayTable({ course: { flock, days } }: { course: FlockCourse }) {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const reader = useReader()
  const isBreeder = flock.type === 'breeder'
  const lostMalesOf = malesLostBy(flock.openingMalesLost ?? 0, days)
  const isLaying = days.some(({ eggs }) => eggs !== null)
  const whole = (value: number | null) => (value === null ? '—' : numberText(value, 0, reader))
  const amount = (value: number | null, unit: string) =>
    value === null ? '—' : amountText(value, unit, 0, reader)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
    <section className="flock-scroll" tabIndex={0} aria-label={t($ => $.days)}>
      <table className="num flock-weeks">
        <thead>
          <tr>
            <th scope="col">{t($ => $.dayHead)}</th>
            <th scope="col">{t($ => $.alive)}</th>
            <th scope="col">{t($ => $.dead)}</th>
            <th scope="col">{t($ => $.culled)}</th>
            {isLaying && (
              <>
                <th scope="col">{t($ => $.eggs)}</th>
                <th scope="col">{flockMeasures.rate.label[reader.language]} %</th>
              </>
            )}
            <th scope="col">
              {flockMeasures.feed.label[reader.language]} <small>{unitText('g/bird', reader)}</small>
            </th>
            <th scope="col">
              {flockMeasures.water.label[reader.language]} <small>{unitText('mL/bird', reader)}</small>
            </th>
            <th scope="col">
              {flockMeasures.weight.label[reader.language]} <small>{unitText('g', reader)}</small>
            </th>
            {isBreeder && (
              <>
                <th scope="col">{t($ => $.males)}</th>
                <th scope="col">{t($ => $.malesLost)}</th>
                <th scope="col">
                  {flockMeasures.maleFeed.label[reader.language]} <small>{unitText('g/bird', reader)}</small>
                </th>
                <th scope="col">
                  {flockMeasures.maleWeight.label[reader.language]} <small>{unitText('g', reader)}</small>
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {[...days]
            .reverse()
            .slice(0, SHOWN)
            .map(day => (
              <tr key={day.day}>
                <th scope="row">
                  <button
                    type="button"
                    className="flock-day"
                    onClick={() =>
                      setSearch({ record: flock.id, day: day.day, id: undefined }, { push: true })
                    }
                  >
                    {dateOf(day.day, reader.language)}
                  </button>
                  <small> {t($ => $.day, { day: day.age + flock.placementDay })}</small>
                  {day.isSoFar && <small> {t($ => $.isSoFar)}</small>}
                </th>
                <td>{whole(day.alive)}</td>
                <td>{whole(day.dead)}</td>
                <td>{whole(day.culled)}</td>
                {isLaying && (
                  <>
                    <td>{whole(day.eggs)}</td>
                    <td>{day.rate === null ? '—' : numberText(day.rate, 1, reader)}</td>
                  </>
                )}
                <td>{amount(day.feed, 'g/bird')}</td>
                <td>{amount(day.water, 'mL/bird')}</td>
                <td>{amount(day.weight, 'g')}</td>
                {isBreeder && (
                  <>
                    <td>{whole(day.males)}</td>
                    <td>{whole(lostMalesOf.get(day.day) ?? null)}</td>
                    <td>{amount(day.maleFeed, 'g/bird')}</td>
                    <td>{amount(day.maleWeight, 'g')}</td>
                  </>
                )}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}
