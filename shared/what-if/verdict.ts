import { type FigureKey, type Figures, type Goals, type Judgement, judge } from './figures.ts'
import { type HarmOfRun, isDeadly, isNewHarm } from './harm.ts'

/** What a change does to the temperature of the house. */
export const courses = ['colder', 'warmer', 'hotter', 'cooler', 'steady'] as const
/** What a change can make worse for the birds, gravest first. */
export const birdConcerns = ['heat', 'cold', 'co2', 'nh3', 'air', 'warm', 'cool', 'damp', 'dry'] as const
/** And for the farm. */
export const costConcerns = ['heating', 'fans'] as const
export const concerns = [...birdConcerns, ...costConcerns] as const
export type Concern = (typeof concerns)[number]

/** A harm as it is told. */
export interface VerdictHarm extends Omit<HarmOfRun, 'lastsMin'> {
  isDeadly: boolean
  /** False if the settings of today do the same. */
  isNew: boolean
}

/** What is said of a change, as data. Values of its concerns are among the figures. */
export interface Verdict {
  /** Limits beyond which birds die or are harmed, told first: the deadly ones, then the soonest. */
  harms: VerdictHarm[]
  course: (typeof courses)[number]
  /** What it makes worse, gravest first; empty if nothing gets worse. */
  concerns: Concern[]
}

/** A run as it is judged. */
export interface JudgedRun {
  figures: Figures
  harms: readonly HarmOfRun[]
}

/** K that people notice */
const NOTICED = 0.3

export function verdictOf(today: JudgedRun, changed: JudgedRun, goals: Goals): Verdict {
  const harms = changed.harms
    .map(harm => {
      const { lastsMin: _, ...told } = harm
      return { ...told, isDeadly: isDeadly(harm), isNew: isNewHarm(harm, today.harms) }
    })
    .toSorted((a, b) => Number(b.isNew) - Number(a.isNew) || Number(b.isDeadly) - Number(a.isDeadly))
  return {
    harms,
    course: courseOf(today.figures, changed.figures),
    concerns: concernsOf(today.figures, changed.figures, goals),
  }
}

/** Whether a change leaves the birds as well off as they are today. */
export const isKind = ({ harms, concerns }: Pick<Verdict, 'harms' | 'concerns'>): boolean =>
  !harms.some(({ isNew }) => isNew) && !concerns.some(concern => isForBirds(concern))

const isForBirds = (concern: Concern): boolean => (birdConcerns as readonly string[]).includes(concern)

function courseOf(today: Figures, changed: Figures): Verdict['course'] {
  const low = changed.lowest - today.lowest
  const high = changed.highest - today.highest
  if (Math.max(Math.abs(low), Math.abs(high)) < NOTICED) return 'steady'
  if (Math.abs(low) >= Math.abs(high)) return low < 0 ? 'colder' : 'warmer'
  return high > 0 ? 'hotter' : 'cooler'
}

/** What each concern is seen by. */
const seenBy: Record<Exclude<Concern, 'warm' | 'cool'>, readonly FigureKey[]> = {
  heat: ['highest'],
  cold: ['lowest', 'coldMin'],
  co2: ['peakCo2', 'co2Min'],
  nh3: ['peakNh3'],
  air: ['leastAir'],
  damp: ['dampest'],
  dry: ['driest'],
  heating: ['heatKwh'],
  fans: ['fanKwh'],
}

function concernsOf(today: Figures, changed: Figures, goals: Goals): Concern[] {
  const judged: Record<FigureKey, Judgement> = judge(today, changed, goals)
  const isOver = changed.mean > goals.standard
  const seen = new Set(
    concerns.filter(concern => {
      if (concern === 'warm' || concern === 'cool')
        return judged.mean === 'watch' && isOver === (concern === 'warm')
      return seenBy[concern].some(key => judged[key] === 'watch')
    }),
  )
  // The worse says the milder too.
  if (seen.has('heat')) seen.delete('warm')
  if (seen.has('cold')) seen.delete('cool')
  return [...seen]
}
