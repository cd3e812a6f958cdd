import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { clockOf, nearDayOf, offsetOf } from '#shared/dates.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useZone } from '../time.tsx'
import { Attachments } from '../uploads/attachments.tsx'
import { Recordings } from '../uploads/recordings.tsx'
import { Pictures } from '../uploads/shown-files.tsx'
import './timeline.css'

export interface TimelineItem {
  key: string
  icon: LucideIcon
  title: string
  /** Null for what has not happened yet. */
  at: string | null
  says?: ReactNode
  /** What somebody wrote. */
  quote?: string | null
  pictures?: readonly string[]
  papers?: readonly string[]
}

/** What happened, newest on top; what is still to come stands above it, hollow. */
export function Timeline({ label, items }: { label: string; items: readonly TimelineItem[] }) {
  return (
    <ol className="record-timeline" aria-label={label}>
      {items.map(({ key, icon: Icon, title, at, says, quote, pictures = [], papers = [] }) => (
        <li key={key} data-open={at === null || undefined}>
          <span className="record-timeline-icon" aria-hidden>
            <Icon size={16} strokeWidth={1.75} />
          </span>
          <div>
            <div className="record-timeline-head">
              <b>{title}</b>
              {at !== null && <When at={at} />}
            </div>
            {says && <p>{says}</p>}
            {quote && <blockquote>{quote}</blockquote>}
            <Pictures ids={pictures} />
            <Recordings ids={papers} />
            <Attachments ids={papers} withoutPlayed />
          </div>
        </li>
      ))}
    </ol>
  )
}

function When({ at }: { at: string }) {
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  const moment = new Date(at)
  return (
    <time className="num" dateTime={at} title={offsetOf(moment, zone)}>
      {nearDayOf(moment, language, zone)} {clockOf(moment, zone)}
    </time>
  )
}
