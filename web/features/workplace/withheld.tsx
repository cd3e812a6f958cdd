import { useTranslation } from 'react-i18next'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import { dateOf } from '#shared/dates.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { useReader } from '#web/data/preferences.ts'

/** What medicine forbids selling of a flock today, until when, and which medicine; eggs first. */
const boundOf = ({ withheld }: FlockThisMorning) =>
  (['eggs', 'meat'] as const).flatMap(of => {
    const found = withheld?.[of]
    return found ? [{ of, ...found }] : []
  })

/** The same in words, under the figure of the flock. */
export function Withheld({ flock }: { flock: FlockThisMorning }) {
  const { t } = useTranslation('workplace')
  const { language } = useReader()
  return boundOf(flock).map(({ of, until, by }) => (
    <small key={of} className="num">
      {t($ => $.withheld[of], { day: dateOf(until, language) })}
      {t($ => $.withheld.because, { by: by.join(t($ => $.withheld.comma)) })}
    </small>
  ))
}

/** Flocks of which something may not be sold, among what is to be done today. */
export function WithheldTasks({ flocks }: { flocks: readonly FlockThisMorning[] }) {
  const bound = flocks.filter(flock => boundOf(flock).length > 0)
  if (bound.length === 0) return null
  return (
    <ul className="workplace-tasks">
      {bound.map(flock => (
        <li key={flock.id}>
          <ScreenLink to={hrefOf(paths.flocks, { id: flock.id })}>
            <span>{flock.houseName}</span>
            <span className="stack">
              <Withheld flock={flock} />
            </span>
          </ScreenLink>
        </li>
      ))}
    </ul>
  )
}
