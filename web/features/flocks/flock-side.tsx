import { useTranslation } from 'react-i18next'
import { alarmLabel } from '#shared/alarms.ts'
import { breedStandards } from '#shared/contracts/breed-standards.ts'
import type { FlockCourse } from '#shared/contracts/flocks.ts'
import { countedOtherwise } from '#shared/counted-birds.ts'
import { dateOf } from '#shared/dates.ts'
import {
  breakOf,
  eventsAround,
  finalOf,
  finalTitle,
  lackingSays,
  restsOnSays,
} from '#shared/flock-figures/course-measures.ts'
import { counters, stillMeter } from '#shared/flock-figures/still-meter.ts'
import { causeRows, deathCauseNames } from '#shared/flocks.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { settingGroups } from '#shared/signals.ts'
import type { StandardRef } from '#shared/standards/standards.ts'
import { dateIn, daysAfter, daysBetween } from '#shared/zone-time.ts'
import { amountText, measuredText, unitText } from '#web/components/flocks/figure-of.ts'
import { numberText } from '#web/components/number-text.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { type State, StateMark, stateOfLevel } from '#web/components/state-mark.tsx'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { Standard } from './standard.tsx'
import { WithdrawalNote } from './withdrawal-note.tsx'

type Event = FlockCourse['events'][number]

const markOf = ({ kind, level }: Event): State =>
  kind === 'alarm'
    ? stateOfLevel[(level ?? 'info') as keyof typeof stateOfLevel]
    : kind === 'note'
      ? 'pending'
      : 'normal'

/** An event in words. */
function useSaid(): (event: Event) => string {
  const { t } = useTranslation('flocks')
  const { language, units } = useReader()
  return ({ kind, says }) => {
    if (kind === 'alarm') return alarmLabel(says, units)[language]
    if (kind === 'setting')
      return t($ => $.settingChanged, {
        group: settingGroups.find(({ key }) => key === says)?.label[language] ?? says,
      })
    return says
  }
}

function Events({ events }: { events: readonly Event[] }) {
  const { language } = useReader()
  const said = useSaid()
  return (
    <ul className="flock-events">
      {events.map(event => (
        <li key={`${event.day} ${event.kind} ${event.says}`}>
          <StateMark state={markOf(event)} />
          <span>{said(event)}</span>
          <time className="num" dateTime={event.day}>
            {dateOf(event.day, language)}
          </time>
        </li>
      ))}
    </ul>
  )
}

/** What should be looked at before the figures of the flock are believed. */
export function DoubtsCard({ course: { counted, days } }: { course: FlockCourse }) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const { language } = reader
  const still = days.findLast(({ isSoFar }) => !isSoFar)?.still ?? {}
  const says = [
    counted != null && countedOtherwise[language].replace('{count}', numberText(counted, 0, { language })),
    ...counters.flatMap(counter => {
      const amount = still[counter]
      if (amount === undefined) return []
      const { title, says, unit } = stillMeter[counter]
      return [title[language], says[language].replace('{amount}', () => measuredText(amount, unit, reader))]
    }),
  ].filter(each => each !== false)
  if (says.length === 0) return null
  return (
    <section className="card flock-side-card" aria-label={t($ => $.checkFirst)}>
      <h2>
        <StateMark state="watch" /> {t($ => $.checkFirst)}
      </h2>
      {says.map(each => (
        <p key={each}>{each}</p>
      ))}
    </section>
  )
}

/** The week in which the flock left its standard, and everything that happened around it. */
export function BreakCard({ course }: { course: FlockCourse }) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const broke = breakOf(course)
  if (!broke) return null
  const events = eventsAround(course, broke.week)
  return (
    <section className="card flock-side-card" aria-label={t($ => $.breakPoint, { week: broke.week })}>
      <h2>{t($ => $.breakPoint, { week: broke.week })}</h2>
      <p>
        {t($ => $.breakSays, {
          points: numberText(broke.lost, 1, reader),
          from: numberText(broke.from, 1, reader),
          to: numberText(broke.to, 1, reader),
        })}{' '}
        {events.length === 0 ? t($ => $.breakNothing) : t($ => $.breakHappened)}
      </p>
      <Events events={events} />
    </section>
  )
}

/** The last days, and whether some are missing. */
export function RecordsCard({ course: { flock, days } }: { course: FlockCourse }) {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const reader = useReader()
  const today = dateIn(flock.timeZone, new Date())
  const until = flock.endedOn ?? today
  const open = (day: string) => setSearch({ record: flock.id, day, id: undefined }, { push: true })
  const told = new Map(days.map(each => [each.day, each]))
  const last = Array.from({ length: 5 }, (_, i) => daysAfter(until, -i)).filter(day => day >= flock.placedOn)
  const missing = daysBetween(flock.placedOn, until) - days.filter(({ day }) => day < until).length
  return (
    <section className="card flock-side-card" aria-label={t($ => $.records)}>
      <h2>
        {t($ => $.records)} <small className="num">{t($ => $.daysTold, { count: days.length })}</small>
      </h2>
      <ul className="flock-events">
        {last.map(day => {
          const told1 = told.get(day)
          return (
            <li key={day}>
              <StateMark state={told1 ? 'normal' : day === today ? 'pending' : 'watch'} />
              <button type="button" className="flock-day" onClick={() => open(day)}>
                {dateOf(day, reader.language)}
              </button>
              <span className="num">
                {told1
                  ? [
                      told1.eggs === null ? null : t($ => $.eggsCount, { count: told1.eggs }),
                      t($ => $.deadCount, { count: told1.dead ?? 0 }),
                    ]
                      .filter(Boolean)
                      .join(' · ')
                  : t($ => $.noRecord)}
              </span>
            </li>
          )
        })}
      </ul>
      {missing > 0 && <p className="caption">{t($ => $.missing, { count: missing })}</p>}
    </section>
  )
}

/** What the birds of the flock were lost by, as far as it was found. */
export function CausesCard({ course: { causes } }: { course: FlockCourse }) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const rows = causeRows(causes)
  if (rows.length === 0) return null
  return (
    <section className="card flock-side-card" aria-label={t($ => $.lossCauses)}>
      <h2>{t($ => $.lossCauses)}</h2>
      <table className="num flock-final">
        <tbody>
          {rows.map(({ cause, birds, share }) => (
            <tr key={cause}>
              <th scope="row">{cause ? deathCauseNames[cause][reader.language] : t($ => $.noCause)}</th>
              <td>
                <strong>{numberText(birds, 0, reader)}</strong>
              </td>
              <td>{share === null ? '—' : `${numberText(share, 1, reader)}\u202f%`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Treatments given, and whether anything may be sold. */
export function MedicineCard({ course: { events, withdrawal } }: { course: FlockCourse }) {
  const { t } = useTranslation('flocks')
  const given = events.filter(({ kind }) => kind === 'medicine' || kind === 'vaccine').slice(0, 5)
  return (
    <section className="card flock-side-card" aria-label={t($ => $.medicine)}>
      <h2>{t($ => $.medicine)}</h2>
      <Events events={given} />
      <WithdrawalNote withdrawal={withdrawal} />
      {withdrawal.meat === null && withdrawal.eggs === null && (
        <p className="caption">{t($ => $.noWithdrawal)}</p>
      )}
    </section>
  )
}

/** The flock as a whole, beside the previous one in this house. */
export function FinalCard({ course }: { course: FlockCourse }) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const { flock, before, best } = course
  const say = (value: number | null, unit: string, decimals: number) =>
    value === null ? '—' : amountText(value, unit, decimals, reader)
  return (
    <section className="card flock-side-card" aria-label={t($ => $.finalFigures)}>
      <h2>{flock.state === 'closed' ? t($ => $.finalFigures) : t($ => $.soFar)}</h2>
      <table className="num flock-final">
        {(before || best) && (
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t($ => $.figure)}</span>
              </th>
              <th scope="col">{t($ => $.thisFlock)}</th>
              {before && <th scope="col">{t($ => $.flockBefore)}</th>}
              {best && (
                <th scope="col" title={t($ => $.bestSays, { count: best.flocks, of: best.of })}>
                  {t($ => $.bestQuarter)}
                </th>
              )}
            </tr>
          </thead>
        )}
        <tbody>
          {finalOf(course).map(({ key, unit, decimals, value, standard, lacks, restsOn, ...beside }) => (
            <tr key={key}>
              <th scope="row">
                {finalTitle(key, reader)} <small>{unitText(unit, reader)}</small>
              </th>
              <td>
                <strong>{say(value, unit, decimals)}</strong>
                {standard !== null && (
                  <small> {t($ => $.standardSays, { standard: say(standard, unit, decimals) })}</small>
                )}
                {lacks && <small> {lackingSays(lacks, reader.language)}</small>}
                {restsOn && <small> {restsOnSays(restsOn, reader.language)}</small>}
              </td>
              {before && (
                <td>
                  {say(beside.previous, unit, decimals)}
                  {beside.previousLacks && (
                    <small> {lackingSays(beside.previousLacks, reader.language)}</small>
                  )}
                </td>
              )}
              {best && <td>{say(beside.top, unit, decimals)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {best && <p className="caption">{t($ => $.bestSays, { count: best.flocks, of: best.of })}</p>}
    </section>
  )
}

/** What the flock is held against, or how it comes to be held against something. */
export function StandardCard({
  breed,
  placementDay,
}: {
  breed: StandardRef | undefined
  placementDay: number
}) {
  const { t } = useTranslation('flocks')
  const mayRead = useMayCall(breedStandards.list)
  return (
    <section className="card flock-side-card" aria-label={t($ => $.standard)}>
      <h2>{t($ => $.standard)}</h2>
      {breed ? (
        <>
          <Standard breed={breed} />
          <p className="caption">{t($ => $.ageFrom, { day: placementDay })}</p>
        </>
      ) : (
        <p>
          {t($ => $.standardLacks)}{' '}
          {mayRead && (
            <ScreenLink to={hrefOf(paths.flocks, { standards: '1' })}>{t($ => $.standards)}</ScreenLink>
          )}
        </p>
      )}
    </section>
  )
}
