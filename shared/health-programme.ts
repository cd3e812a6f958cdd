import type { Treatment } from './contracts/flock-records.ts'
import { daysAfter } from './zone-time.ts'

/** Most steps of a programme, and the oldest day of age it can name. */
export const STEPS_MOST = 120
export const STEP_DAY_MOST = 800
/** Days ahead that farms are told of. */
export const STEPS_AHEAD = 7

/** How a step of a flock stands; `before`: it was due before the flock came, or before it followed the programme. */
export const stepStates = ['overdue', 'today', 'soon', 'later', 'done', 'skipped', 'before'] as const
export type StepState = (typeof stepStates)[number]

interface Birds {
  /** The day from which standards count the age. */
  dayZero: string
  /** Whether the farm counts that day as day 0 or 1. */
  placementDay: number
}

/** The date on which a flock has the age of a step. */
export const dueOf = ({ dayZero, placementDay }: Birds, { day }: { day: number }): string =>
  daysAfter(dayZero, day - placementDay)

interface Standing {
  dueOn: string
  /** From when the flock follows its programme. */
  since: string
  today: string
  isDone: boolean
  isSkipped: boolean
}

export function stepStateOf({ dueOn, since, today, isDone, isSkipped }: Standing): StepState {
  if (isDone) return 'done'
  if (isSkipped) return 'skipped'
  if (dueOn < since) return 'before'
  if (dueOn < today) return 'overdue'
  if (dueOn === today) return 'today'
  return dueOn <= daysAfter(today, STEPS_AHEAD) ? 'soon' : 'later'
}

type Given = Pick<Treatment, 'kind' | 'name' | 'dose' | 'route' | 'withdrawalDays' | 'eggWithdrawalDays'>

/** The treatment that carries out a step from a day on. */
export const treatmentOf = (
  {
    id,
    days,
    kind,
    name,
    dose,
    route,
    withdrawalDays,
    eggWithdrawalDays,
  }: Given & { id: string; days: number },
  day: string,
): Treatment => ({
  kind,
  name,
  dose,
  route,
  withdrawalDays,
  eggWithdrawalDays,
  until: days > 1 ? daysAfter(day, days - 1) : null,
  step: id,
})

/** What becomes of a product whose kind is chosen: of a vaccine no withdrawal period is usual, that of a medicine is asked. */
export function ofKind(
  { kind: before, withdrawalDays }: { kind: Treatment['kind']; withdrawalDays?: number | undefined },
  kind: Treatment['kind'],
) {
  if (kind === before) return { kind }
  if (kind === 'vaccine') return { kind, withdrawalDays: withdrawalDays ?? 0 }
  return { kind, withdrawalDays: (withdrawalDays || undefined) as number }
}
