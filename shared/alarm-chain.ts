import { type DutyHours, isOnDuty } from './duties.ts'
import type { Severity } from './signals.ts'

/** Whether a duty holds on holidays of the farm as on other days, on other days only, or on holidays only. */
export const holidayChoices = ['also', 'not', 'only'] as const
/** What somebody who was told of an alarm says. */
export const alarmAnswers = ['seen', 'going', 'cannot', 'on_site'] as const
export type AlarmAnswer = (typeof alarmAnswers)[number]
/** Where it was said: in the app, by the keys of a phone, by the printed code of the house, or at the controller's panel. */
export const answerWays = ['app', 'call', 'code', 'panel'] as const

/**
 * What became of a phone call: the gateway took it or never did, or it was needless by then; then what the gateway told of the
 * person's phone.
 */
export const callResults = ['taken', 'givenUp', 'needless', 'answered', 'noAnswer', 'busy', 'failed'] as const

/**
 * What became of a mail or push: not taken yet, and tried again; handed over; shown by a browser, which said so; refused for good;
 * never taken while it was of use; no browser listens any more.
 */
export const attemptResults = ['delayed', 'taken', 'reached', 'refused', 'unreachable', 'gone'] as const
export type AttemptResult = (typeof attemptResults)[number]

/** A duty of the on-call plan that concerns the alarm's house. */
export interface ChainDuty extends DutyHours {
  accountId: string
  /** Who stands in: a step later, or at once while the person themselves hears no alarm. */
  substituteId: string | null
  /** 1 is told first. */
  step: number
}
export interface Rota {
  timeZone: string
  duties: readonly ChainDuty[]
  /** Everybody of the farm who hears the alarms of this house. */
  people: readonly string[]
  /** Those of them who can be phoned. */
  wakeable: ReadonlySet<string>
}
export interface ChainAlarm {
  level: Severity
  /** When people were first told of it as it is now, ms. */
  from: number
  /** When the house passes a limit of harm by its own model, ms; null: it does not say. */
  harmAt?: number | null
  /** Who had just proven to be there when it got worse, and until when they are not rung for that, ms. */
  spared?: ReadonlyMap<string, number>
}
export interface ChainAnswer {
  /** Null: nobody in particular, at the panel. */
  accountId: string | null
  answer: AlarmAnswer
  at: number
  isProven: boolean
  /** Since the answer the readings have got better. */
  isBetter?: boolean
  /** Since the answer they have got clearly worse. */
  isWorse?: boolean
}
/** Somebody to tell, in a step of the chain (from 1) and a round of it (from 0). */
export interface Telling {
  accountId: string
  step: number
  round: number
}

const MINUTE = 60_000
/** The next person is told after this: chains are looked at every few seconds, and five minutes must not be over by then. */
export const STEP_MS = 5 * MINUTE - 10_000
/** Whoever does not answer is rung again after this, then as often, and after the first hour less often. */
const SECOND_RING_MS = 2 * MINUTE
const RING_MS = 5 * MINUTE
const HOUR_MS = 60 * MINUTE
const LATER_MS = 30 * MINUTE
/** How long somebody who answered is left alone, if nothing gets better; to be on site counts no more than to have seen it. */
const LASTS_MS: Record<AlarmAnswer, number> = {
  seen: 5 * MINUTE,
  going: 15 * MINUTE,
  on_site: 5 * MINUTE,
  cannot: 60 * MINUTE,
}

/** Whoever has proven to be there is not rung for this long when it gets worse: they are there. */
export const PROOF_SPARES_MS = LASTS_MS.on_site

/** Harm this near cannot wait for somebody who only has seen it, is on the way, or says to be there. */
export const HARM_NEAR_MS = 20 * MINUTE
/** Who has just answered is left alone this long all the same: whoever drives should not be rung all the time. */
const LEAST_MS: Partial<Record<AlarmAnswer, number>> = {
  seen: 2 * MINUTE,
  going: 5 * MINUTE,
  on_site: 2 * MINUTE,
}

/**
 * Until when an answer that proves nothing counts, ms: twice as long if it has got better since, half as long if worse; and only
 * until harm is near, if the house's model says when that comes.
 */
export function answeredUntil(
  { answer, at, isBetter = false, isWorse = false }: ChainAnswer,
  harmAt: number | null = null,
): number {
  const ends = at + LASTS_MS[answer] * (answer === 'cannot' ? 1 : isBetter ? 2 : isWorse ? 0.5 : 1)
  const least = LEAST_MS[answer]
  if (harmAt === null || least === undefined) return ends
  return Math.min(ends, Math.max(at + least, harmAt - HARM_NEAR_MS))
}

/** Which round of a step it is so long after its beginning, from 0. */
function roundAt(passed: number): number {
  if (passed < SECOND_RING_MS) return 0
  if (passed < RING_MS) return 1
  const inFirstHour = Math.floor(Math.min(passed, HOUR_MS) / RING_MS)
  return 1 + inFirstHour + Math.floor(Math.max(0, passed - HOUR_MS) / LATER_MS)
}

/** When a round begins, counted from the beginning of its step. */
function beginOf(round: number): number {
  if (round <= 1) return round * SECOND_RING_MS
  const steps = HOUR_MS / RING_MS
  return round - 1 <= steps ? (round - 1) * RING_MS : HOUR_MS + (round - 1 - steps) * LATER_MS
}

/**
 * Who is told at which step, by the plan at a time: each person once, where they come first; steps without anybody do not
 * exist. Everybody else is the last step; in an emergency, and while nobody is on call, everybody is the first.
 */
export function stepsAt(rota: Rota, level: Severity, at: number): string[][] {
  const hears = new Set(rota.people)
  const on = rota.duties.filter(duty => isOnDuty(duty, at, rota.timeZone))
  if (level === 'emergency') return [[...hears]]
  const wanted = new Map<number, string[]>()
  const put = (step: number, id: string) => void wanted.set(step, [...(wanted.get(step) ?? []), id])
  for (const { accountId, substituteId, step } of on) {
    if (hears.has(accountId)) put(step, accountId)
    // Between this step and the next.
    if (substituteId !== null && hears.has(substituteId))
      put(hears.has(accountId) ? step + 0.5 : step, substituteId)
  }
  const told = new Set<string>()
  const steps: string[][] = []
  for (const step of [...wanted.keys()].sort((a, b) => a - b)) {
    const those = [...new Set(wanted.get(step))].filter(id => !told.has(id))
    for (const id of those) told.add(id)
    if (those.length > 0) steps.push(those)
  }
  const others = [...hears].filter(id => !told.has(id))
  return others.length > 0 ? [...steps, others] : steps
}

/**
 * The latest answer of each person since the chain began. To have seen it takes nothing back of what still holds: somebody on the
 * way who opens it again, or gives its cause, is on the way.
 */
function answersOf({ from, harmAt }: ChainAlarm, answers: readonly ChainAnswer[], now: number) {
  const latest = new Map<string | null, ChainAnswer>()
  for (const answer of answers.toSorted((a, b) => a.at - b.at)) {
    if (answer.at < from || answer.at > now) continue
    const known = latest.get(answer.accountId)
    const isLess = answer.answer === 'seen' && known !== undefined && answer.at < answeredUntil(known, harmAt)
    if (!isLess) latest.set(answer.accountId, answer)
  }
  return latest
}

/**
 * Whether somebody says to be on site without proof, and did so for the first time not long ago: those who were told are not rung
 * meanwhile. Saying it again buys no second pause.
 */
function isClaimed(
  { from, harmAt }: ChainAlarm,
  answers: readonly ChainAnswer[],
  latest: ReadonlyMap<string | null, ChainAnswer>,
  now: number,
): boolean {
  const claims = answers.filter(
    ({ accountId, answer, at }) =>
      answer === 'on_site' && at >= from && at <= now && latest.get(accountId)?.answer === 'on_site',
  )
  const [first] = claims.toSorted((a, b) => a.at - b.at)
  return first !== undefined && now < answeredUntil(first, harmAt)
}

/**
 * When each step begins: the next one within five minutes; at once, where nobody of the steps before can be phoned or all of
 * them cannot come.
 */
function beginnings(
  steps: readonly (readonly string[])[],
  { from }: ChainAlarm,
  { wakeable }: Rota,
  answers: ReadonlyMap<string | null, ChainAnswer>,
): number[] {
  const begins: number[] = []
  let at = from
  for (const step of steps) {
    begins.push(at)
    const woken = step.filter(id => wakeable.has(id))
    const refusals = woken.map(id => {
      const said = answers.get(id)
      return said?.answer === 'cannot' ? Math.max(at, said.at) : Number.POSITIVE_INFINITY
    })
    at = Math.min(at + STEP_MS, Math.max(at, ...refusals))
  }
  return begins
}

/** What somebody has last said in a chain, and until when they are left alone for it, ms; null: nothing. */
export function saidBy(
  alarm: ChainAlarm,
  answers: readonly ChainAnswer[],
  accountId: string,
  now: number,
): { answer: AlarmAnswer; until: number } | null {
  const last = answersOf(alarm, answers, now).get(accountId)
  if (!last) return null
  const since = answers.filter(said => said.accountId === accountId && said.at >= last.at && said.at <= now)
  return {
    answer: last.answer,
    until: Math.max(...since.map(answer => answeredUntil(answer, alarm.harmAt))),
  }
}

/** What the chain says of a moment. */
export interface ChainState {
  /** Whom it wants told by now, each in the round of now; whoever was told in it already is not told again. */
  due: Telling[]
  /** Steps that have not begun. */
  ahead: { at: number; accountIds: string[] }[]
  /** When to look again, ms: never if somebody is on site for sure. */
  next: number | null
}

/** Whom to tell of an alarm: follows from the plan, the alarm, what people answered, and the clock. Nothing else. */
export function chainAt(
  rota: Rota,
  alarm: ChainAlarm,
  answers: readonly ChainAnswer[],
  now: number,
): ChainState {
  // What is proven holds, whatever else is said later.
  if (
    answers.some(
      ({ answer, isProven, at }) => answer === 'on_site' && isProven && at >= alarm.from && at <= now,
    )
  )
    return { due: [], ahead: [], next: null }
  const latest = answersOf(alarm, answers, now)
  const steps = stepsAt(rota, alarm.level, now)
  const begins = beginnings(steps, alarm, rota, latest)
  const isPaused = isClaimed(alarm, answers, latest, now)
  const isLeftAlone = (id: string) =>
    now < Math.max(alarm.spared?.get(id) ?? 0, saidBy(alarm, answers, id, now)?.until ?? 0)
  const due: Telling[] = []
  // Duties change with the minute.
  const moments = [Math.floor(now / MINUTE) * MINUTE + MINUTE]
  for (const answer of answers) moments.push(answeredUntil(answer, alarm.harmAt))
  moments.push(...(alarm.spared?.values() ?? []))
  for (const [i, accountIds] of steps.entries()) {
    const begin = begins[i] ?? now
    moments.push(begin)
    if (begin > now) continue
    const round = roundAt(now - begin)
    moments.push(begin + beginOf(round + 1))
    for (const accountId of accountIds) {
      if (isLeftAlone(accountId)) continue
      // Whoever was told in the step's first round has been told.
      due.push({ accountId, step: i + 1, round: isPaused ? 0 : round })
    }
  }
  const ahead = steps.flatMap((accountIds, i) => {
    const at = begins[i] ?? now
    return at > now ? [{ at, accountIds }] : []
  })
  return {
    due,
    ahead,
    next: Math.min(...moments.filter(at => at > now)),
  }
}
