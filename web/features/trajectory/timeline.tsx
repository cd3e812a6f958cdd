import { useTranslation } from 'react-i18next'
import type { Visit } from '#shared/contracts/trajectory.ts'
import { clockOf, dayOf } from '#shared/dates.ts'
import { daysAfter, instantOf } from '#shared/zone-time.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { spanOf } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'

const HOUR_MS = 3_600_000
/** At least this many hours span the full width. */
const HOURS_LEAST = 6
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** Fraction of the width from which a block has room for its name. */
const ROOM = 0.07

interface Props {
  visits: readonly Visit[]
  first: string
  last: string
  zone: string
}
interface Span {
  from: number
  to: number
}

const startOf = ({ startedAt }: Visit) => Date.parse(startedAt)
const endOf = (visit: Visit) => startOf(visit) + visit.durationMs
const spanOfAll = (visits: readonly Visit[]): Span => ({
  from: Math.min(...visits.map(startOf)),
  to: Math.max(...visits.map(endOf)),
})

/** Each day as a lane over the hours with any activity; a single day also shows each session separately. */
export function Timeline({ visits, first, last, zone }: Props) {
  const { t } = useTranslation('trajectory')
  const language = usePreferences(({ language }) => language)
  const days = daysBetween(first, last).map(day => {
    const from = instantOf(`${day}T00:00`, zone)
    const to = instantOf(`${daysAfter(day, 1)}T00:00`, zone)
    return { day, from, visits: visits.filter(visit => startOf(visit) >= from && startOf(visit) < to) }
  })
  const { start, hours } = hoursOf(days)
  return (
    <div className="timeline" style={{ '--hours': hours } as React.CSSProperties}>
      {days.map(({ day, from, visits }) => (
        <Row key={day} label={dayOf(new Date(day), language, 'UTC')}>
          <Lane
            visits={visits}
            span={{ from: from + start * HOUR_MS, to: from + (start + hours) * HOUR_MS }}
            zone={zone}
            hasHours
          />
        </Row>
      ))}
      <Row label="">
        <div className="timeline-hours num" aria-hidden>
          {HOURS.slice(start, start + hours).map(hour => (
            <span key={hour}>{`${String(hour).padStart(2, '0')}:00`}</span>
          ))}
        </div>
      </Row>
      {first === last && (
        <>
          <h3>{t($ => $.sessions)}</h3>
          {[...Map.groupBy(visits, ({ lane }) => lane).values()].map(lane => (
            <Session key={lane[0]?.lane} visits={lane} zone={zone} />
          ))}
          <p className="caption">{t($ => $.laneSays)}</p>
        </>
      )}
    </div>
  )
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="timeline-row">
      <span className="caption num">{label}</span>
      {children}
    </div>
  )
}

/** One browser tab, spanning from its first screen to the end of its last. */
function Session({ visits, zone }: { visits: readonly Visit[]; zone: string }) {
  const span = spanOfAll(visits)
  return (
    <Row label={`${clockOf(new Date(span.from), zone)} – ${clockOf(new Date(span.to), zone)}`}>
      <Lane visits={visits} span={span} zone={zone} />
    </Row>
  )
}

interface LaneProps {
  visits: readonly Visit[]
  span: Span
  zone: string
  hasHours?: boolean
}

function Lane({ visits, span, zone, hasHours = false }: LaneProps) {
  const language = usePreferences(({ language }) => language)
  const { titleOf } = useScreen()
  const share = (ms: number) => ms / (span.to - span.from)
  return (
    <ol className="timeline-lane" data-hours={hasHours || undefined}>
      {visits.map(visit => {
        const width = share(visit.durationMs)
        const title = titleOf(visit.screen)
        const says = `${clockOf(new Date(visit.startedAt), zone)} ${title}, ${spanOf(visit.durationMs, language)}`
        return (
          <li
            key={visit.id}
            title={says}
            style={{
              insetInlineStart: `${share(startOf(visit) - span.from) * 100}%`,
              width: `${width * 100}%`,
            }}
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
  while ((days.at(-1) as string) < last) days.push(daysAfter(days.at(-1) as string, 1))
  return days
}

/** The hours of the day with activity on any day. */
function hoursOf(days: readonly { from: number; visits: readonly Visit[] }[]) {
  const all = days.flatMap(({ from, visits }) =>
    visits.map(visit => ({ start: (startOf(visit) - from) / HOUR_MS, end: (endOf(visit) - from) / HOUR_MS })),
  )
  const earliest = Math.floor(Math.min(23, ...all.map(({ start }) => start)))
  const latest = Math.ceil(Math.min(24, Math.max(1, ...all.map(({ end }) => end))))
  const hours = Math.max(latest - earliest, HOURS_LEAST)
  return { start: Math.max(Math.min(earliest, 24 - hours), 0), hours }
}
