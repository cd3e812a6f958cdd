import { useTranslation } from 'react-i18next'
import type { Visit } from '#shared/contracts/trajectory.ts'
import { instantOf } from '#shared/zone-time.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { clockOf, dayOf, spanOf } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { dayAfter } from './days.ts'

const HOUR_MS = 3_600_000
/** Fewer hours are not spread over the whole width. */
const HOURS_LEAST = 6
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** Share of the width from which a block has room for its name. */
const ROOM = 0.07

interface Props {
  visits: readonly Visit[]
  first: string
  last: string
  zone: string
}

/** A row for each day and tab of a browser, with its screens as blocks between the first and the last hour of all days. */
export function Timeline({ visits, first, last, zone }: Props) {
  const { t } = useTranslation('trajectory')
  const language = usePreferences(({ language }) => language)
  const days = daysBetween(first, last).map(day => {
    const from = instantOf(`${day}T00:00`, zone)
    const to = instantOf(`${dayAfter(day, 1)}T00:00`, zone)
    const lanes = Map.groupBy(
      visits.filter(({ startedAt }) => Date.parse(startedAt) >= from && Date.parse(startedAt) < to),
      ({ lane }) => lane,
    )
    return { day, from, lanes: [...lanes.values()] }
  })
  const { start, hours } = hoursOf(days)
  return (
    <div className="timeline" style={{ '--hours': hours } as React.CSSProperties}>
      {days.map(({ day, from, lanes }) => (
        <div key={day} className="timeline-day">
          {first !== last && <span className="caption num">{dayOf(new Date(day), language, 'UTC')}</span>}
          <div className="timeline-lanes">
            {lanes.length === 0 && <div className="timeline-lane" />}
            {lanes.map(lane => (
              <Lane
                key={lane[0]?.lane}
                visits={lane}
                from={from + start * HOUR_MS}
                hours={hours}
                zone={zone}
              />
            ))}
          </div>
        </div>
      ))}
      <div className="timeline-day" aria-hidden>
        {first !== last && <span />}
        <div className="timeline-hours num">
          {HOURS.slice(start, start + hours).map(hour => (
            <span key={hour}>{`${String(hour).padStart(2, '0')}:00`}</span>
          ))}
        </div>
      </div>
      <p className="caption">{t($ => $.laneSays)}</p>
    </div>
  )
}

interface LaneProps {
  visits: readonly Visit[]
  from: number
  hours: number
  zone: string
}

function Lane({ visits, from, hours, zone }: LaneProps) {
  const language = usePreferences(({ language }) => language)
  const { titleOf } = useScreen()
  const share = (ms: number) => ms / (hours * HOUR_MS)
  return (
    <ol className="timeline-lane">
      {visits.map(({ id, screen, startedAt, durationMs }) => {
        const at = new Date(startedAt)
        const width = share(durationMs)
        const title = titleOf(screen)
        const says = `${clockOf(at, zone)} ${title}, ${spanOf(durationMs, language)}`
        return (
          <li
            key={id}
            title={says}
            style={{ insetInlineStart: `${share(at.getTime() - from) * 100}%`, width: `${width * 100}%` }}
          >
            <span className="visually-hidden">{says}</span>
            {width > ROOM && <span aria-hidden>{title}</span>}
          </li>
        )
      })}
    </ol>
  )
}

function daysBetween(first: string, last: string): string[] {
  const days = [first]
  while ((days.at(-1) as string) < last) days.push(dayAfter(days.at(-1) as string, 1))
  return days
}

/** The hours of the day in which anything happened, on whatever day. */
function hoursOf(days: readonly { from: number; lanes: readonly (readonly Visit[])[] }[]) {
  const all = days.flatMap(({ from, lanes }) =>
    lanes.flat().map(({ startedAt, durationMs }) => {
      const start = (Date.parse(startedAt) - from) / HOUR_MS
      return { start, end: start + durationMs / HOUR_MS }
    }),
  )
  const earliest = Math.floor(Math.min(23, ...all.map(({ start }) => start)))
  const latest = Math.ceil(Math.min(24, Math.max(1, ...all.map(({ end }) => end))))
  const hours = Math.max(latest - earliest, HOURS_LEAST)
  const start = Math.min(earliest, 24 - hours)
  return { start: Math.max(start, 0), hours }
}
