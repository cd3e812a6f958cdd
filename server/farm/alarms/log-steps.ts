import { sql } from 'drizzle-orm'
import type { AlarmAnswer, AttemptResult, answerWays, callResults } from '#shared/alarm-chain.ts'
import type { Handling } from '#shared/alarms.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmEvent, alarmStep } from '../../platform/database/tables/alarms.ts'

/** Steps that have columns of their own in a log, in their order; when people were told stands before them. */
export const loggedSteps = ['seen', 'going', 'on_site', 'solved'] as const
export type LoggedStep = (typeof loggedSteps)[number]

/** Something that happened to an alarm: somebody was told, answered, or took a step. */
export interface LoggedEvent {
  at: Date
  what: 'told' | AlarmAnswer | Handling
  /** Null at the panel. */
  name: string | null
  /** Of the chain, from 1; 0: told besides, or not told. */
  step: number
  /** The ways by which somebody was told, each with what became of it; null: nothing yet. */
  call: { result: (typeof callResults)[number] | null } | null
  push: { result: AttemptResult | null } | null
  mail: { result: AttemptResult | null } | null
  /** How somebody answered. */
  via: (typeof answerWays)[number] | null
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
  const [eventsOf, stepsOf] = [Map.groupBy(events, ofAlarm), Map.groupBy(steps, ofAlarm)]
  return id => logged(eventsOf.get(id) ?? [], stepsOf.get(id) ?? [])
}
const ofAlarm = ({ alarmId }: { alarmId: string }) => alarmId

function logged(events: readonly EventRow[], steps: readonly StepRow[]): AlarmLog {
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
    events: [...events.map(eventOf), ...steps.filter(step => !isAnswered(step)).map(stepOf)].toSorted(
      (a, b) => a.at.getTime() - b.at.getTime(),
    ),
  }
}

const eventOf = (event: EventRow): LoggedEvent => {
  const { at, actorName, step, calledAt, callResult, pushedAt, pushResult, mailedAt, mailResult } = event
  return {
    at,
    what: event.answer ?? 'told',
    name: actorName,
    step: step ?? 0,
    call: calledAt && { result: callResult },
    push: pushedAt && { result: pushResult },
    mail: mailedAt && { result: mailResult },
    via: event.via,
    note: event.note,
  }
}

const stepOf = ({ at, step, actorName, via, note }: StepRow): LoggedEvent => ({
  at,
  what: step,
  name: actorName,
  step: 0,
  call: null,
  push: null,
  mail: null,
  via,
  note,
})
