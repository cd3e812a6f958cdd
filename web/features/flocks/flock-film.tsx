import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlockCourse } from '#shared/contracts/flocks.ts'
import { dateIn, daysAfter, daysBetween, endOfDay } from '#shared/zone-time.ts'
import { useHouseChannels } from '#web/components/camera/use-watched.ts'
import { Choice } from '#web/components/choice.tsx'
import { HouseFilm } from '#web/components/clips/house-film.tsx'
import { serverNow } from '#web/data/clock.ts'

const WEEK = 7
/** Weeks to choose from, the newest; films of older ones have been thinned to a picture an hour, which is enough. */
const WEEKS_SHOWN = 8

/** The look back at a flock, week by week, by the camera of its house; nothing where the house has none. */
export function FlockFilm({ course: { flock } }: { course: FlockCourse }) {
  const { t } = useTranslation('flocks')
  const { houseId, placedOn, endedOn, timeZone } = flock
  const [today] = useState(() => dateIn(timeZone, serverNow()))
  const last = endedOn ?? today
  const weeks = Math.max(1, Math.ceil((daysBetween(placedOn, last) + 1) / WEEK))
  const [chosen, choose] = useState(String(weeks))
  if (useHouseChannels(houseId).length === 0) return null
  const shown = Array.from({ length: Math.min(weeks, WEEKS_SHOWN) }, (_, i) => String(weeks - i)).reverse()
  const first = daysAfter(placedOn, (Number(chosen) - 1) * WEEK)
  const from = endOfDay(daysAfter(first, -1), timeZone)
  return (
    <section className="card flock-film" aria-label={t($ => $.film.title)}>
      <h2>{t($ => $.film.title)}</h2>
      <Choice
        label={t($ => $.film.week)}
        options={shown.map(week => [week, t($ => $.film.weekOf, { week: Number(week) })] as const)}
        chosen={chosen}
        choose={choose}
      />
      <HouseFilm
        houseId={houseId}
        from={from}
        to={endOfDay(daysAfter(first, WEEK - 1), timeZone)}
        at={null}
        timeZone={timeZone}
        says={t($ => $.film.none)}
      />
    </section>
  )
}
