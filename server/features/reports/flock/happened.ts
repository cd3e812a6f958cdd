import { alarmLabel } from '#shared/alarms.ts'
import type { FlockCourse } from '#shared/contracts/flocks.ts'
import { dateOf } from '#shared/dates.ts'
import { eventsAround } from '#shared/flock-figures/course-measures.ts'
import { settingGroupNames } from '#shared/signals.ts'
import { type Language, text } from '#shared/text.ts'

type Event = FlockCourse['events'][number]

/** Number of events listed per week. */
const MOST = 8

const changed = text('修改了', 'changed:')

/** What happened around a week of a flock's life, the oldest first: `3 Oct 2026 High temperature`. */
export function happenedIn(course: FlockCourse, week: number, language: Language): string[] {
  const said = eventsAround(course, week).map(
    event => `${dateOf(event.day, language)} ${saidOf(event, language)}`,
  )
  return [...new Set(said)].slice(0, MOST)
}

function saidOf({ kind, says }: Event, language: Language): string {
  if (kind === 'alarm') return alarmLabel(says)[language]
  if (kind !== 'setting') return says
  const group = settingGroupNames[says as keyof typeof settingGroupNames]
  return `${changed[language]} ${group?.[language] ?? says}`
}
