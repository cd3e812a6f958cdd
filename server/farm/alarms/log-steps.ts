import { sql } from 'drizzle-orm'
import type { AlarmAnswer, AttemptResult, answerWays, callResults } from '#shared/alarm-chain.ts'
import { type shelfEvents, shelvesExpired } from '#shared/alarm-shelf.ts'
import type { Handling } from '#shared/alarms.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm, alarmEvent, alarmStep } from '../../platform/database/tables/alarms.ts'

/** Steps that have columns of their own in a log, in their order; when people were told stands before them. */
export const loggedSteps = ['seen', 'going', 'on_site', 'solved'] as const
export type LoggedStep = (typeof loggedSteps)[number]

/** Something that happened to an alarm: it was raised or cleared, somebody was told, answered, shelved it or took a step. */
export interface LoggedEvent {
  at: Date
  what: 'told' | 'cleared' | (typeof shelfEvents)[number] | AlarmAnswer | Handling
  /** Null at the panel, and for what nobody did. */
  name: string | null
  /** Of the chain, from 1; 0: told besides, or not told. */
  step: number
  /** The ways by which somebody was told, each with what became of it; null: nothing yet. */
  call: { result: (typeof callResults)[number] | null } | null
  push: { result: AttemptResult | null } | null
  mail: { result: AttemptResult | null } | null
  /** How somebody answered. */
  via: (typeof answerWays)[number] | null
  /** When we heard of it, if later. */
  heardAt: Date | null
  /** Until when it was shelved. */
  until: Date | null
  note: string | null
}

/** What was done about an alarm: when people were first told, who took which step when, and everything in its order. */
export interface AlarmLog {
  told: Date | null
  steps: ReadonlyMap<LoggedStep, { at: Date; by: string | null; via: LoggedEvent['via'] }>
  events: readonly LoggedEvent[]
}
const NOTHING: AlarmLog = { told: null, steps: new Map(), events: [] }

type EventRow = typeof alarmEvent.$inferSelect
type Course = Pick<typeof alarm.$inferSelect, 'raisedAt' | 'clearedAt' | 'handling' | 'handledAt'>
type StepRow = typeof alarmStep.$inferSelect

/** What was done about these alarms; of each id an entry. */
export async function logOf(db: Db, ids: readonly string[]): Promise<(id: string) => AlarmLog> {
  if (ids.length === 0) return () => NOTHING
  const events = await db
    .select()
    .from(alarmEvent)
    .where(anyOf(alarmEvent.alarmId, ids))
    .orderBy(alarmEvent.at, sql`coalesce(${alarmEvent.step}, 0) desc`, alarmEvent.id)
  const steps = await db.select().from(alarmStep).where(anyOf(alarmStep.alarmId, ids))
  const { id, raisedAt, clearedAt, handling, handledAt } = alarm
  const rows = await db
    .select({ id, raisedAt, clearedAt, handling, handledAt })
    .from(alarm)
    .where(anyOf(id, ids))
  const known = new Map(rows.map(row => [row.id, row]))
  const [eventsOf, stepsOf] = [Map.groupBy(events, ofAlarm), Map.groupBy(steps, ofAlarm)]
  return id => {
    const row = known.get(id)
    return row ? logged(row, eventsOf.get(id) ?? [], stepsOf.get(id) ?? []) : NOTHING
  }
}
const ofAlarm = ({ alarmId }: { alarmId: string }) => alarmId

function logged(
  { raisedAt, clearedAt, handling, handledAt }: Course,
  events: readonly EventRow[],
  steps: readonly StepRow[],
): AlarmLog {
  const over = clearedAt ?? (handling === 'solved' ? handledAt : null)
  const isAnswered = ({ step, accountId }: StepRow) =>
    events.some(({ answer, accountId: who }) => answer === step && who === accountId)
  return {
    told: events.find(({ kind }) => kind === 'told')?.at ?? null,
    steps: new Map(
      steps.flatMap(({ step, at, actorName, via }) => {
        const known = loggedSteps.find(each => each === step)
        return known ? [[known, { at, by: actorName, via }] as const] : []
      }),
    ),
    events: [
      byItself('new', raisedAt),
      ...events.map(eventOf),
      ...shelvesExpired(events, over).map(at => byItself('expired', at)),
      ...(clearedAt ? [byItself('cleared', clearedAt)] : []),
      ...steps.filter(step => !isAnswered(step)).map(stepOf),
    ].toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  }
}

const eventOf = (event: EventRow): LoggedEvent => {
  const { at, actorName, step, calledAt, callResult, pushedAt, pushResult, mailedAt, mailResult } = event
  return {
    at,
    what: event.kind === 'answer' ? (event.answer ?? 'seen') : event.kind,
    name: actorName,
    step: step ?? 0,
    call: calledAt && { result: callResult },
    push: pushedAt && { result: pushResult },
    mail: mailedAt && { result: mailResult },
    via: event.via,
    heardAt: event.heardAt,
    until: event.shelvedUntil,
    note: event.note,
  }
}

const NOBODY = {
  name: null,
  step: 0,
  call: null,
  push: null,
  mail: null,
  via: null,
  heardAt: null,
  until: null,
  note: null,
}
const byItself = (what: LoggedEvent['what'], at: Date): LoggedEvent => ({ ...NOBODY, at, what })

const stepOf = ({ at, step, actorName, via, note }: StepRow): LoggedEvent => ({
  ...NOBODY,
  at,
  what: step,
  name: actorName,
  via,
  note,
})
