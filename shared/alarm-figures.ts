/** Ways in which the figures of an alarm system are held against their goals. */
export const figureKeys = [
  'perTen',
  'mostInTen',
  'perDay',
  'flood',
  'chattering',
  'standing',
  'night',
  'seen',
  'onSite',
  'noise',
] as const
export type FigureKey = (typeof figureKeys)[number]

/**
 * What a figure should be at most. Counts are those of one person who is told of every alarm of a farm; shares are parts of
 * 1, times seconds. Sources: ISA-18.2 and EEMUA 191 (one alarm in ten minutes and 150 a day are bearable, more than ten in
 * ten minutes is a flood, in flood less than 1 % of the time, none that chatters);
 * how soon somebody looks and is there, and how often people are woken, as farms expect it.
 */
export const figureGoals: Readonly<Record<FigureKey, number>> = {
  perTen: 1,
  mostInTen: 10,
  perDay: 150,
  flood: 0.01,
  chattering: 0,
  standing: 5,
  night: 1,
  seen: 5 * 60,
  onSite: 30 * 60,
  noise: 0.1,
}

/** More than so many in ten minutes are a flood. */
export const FLOOD = 10
/** The rules that ring most. */
export const WORST = 10
/**
 * What share of all alarms the ten that ring most may make, of so many that ring at all, each a rule in one house: 5 % (ISA-18.2),
 * and where few ring, twice what ten make when all of them ring alike.
 */
export const worstAtMost = (ringing: number): number =>
  Math.min(1, Math.max(0.05, (2 * WORST) / Math.max(1, ringing)))

/** Rules that are named for a figure that misses its goal. */
export const TO_MEND = 3

/** What share of what is told should have each level (ISA-18.2: about 80, 15 and 5 %). */
export const levelGoals = { warning: 0.8, critical: 0.15, emergency: 0.05 } as const
/** A share may be this much above its goal before the levels are called wrong. */
const LEVEL_SLACK = 0.1
/** So much of what is told may be grave. */
export const levelsAtMost = {
  critical: levelGoals.critical + LEVEL_SLACK,
  emergency: levelGoals.emergency + LEVEL_SLACK,
} as const

/** Whether so many alarms of each level are what one would have: grave ones are few. */
export function areLevelsRight(levels: Record<keyof typeof levelGoals, number>): boolean {
  const all = levels.warning + levels.critical + levels.emergency
  if (all === 0) return true
  return (['critical', 'emergency'] as const).every(level => levels[level] / all <= levelsAtMost[level])
}

/** Whether a figure is as good as it should be; null while nothing says so. */
export const isMet = (key: FigureKey, value: number | null): boolean | null =>
  value === null ? null : value <= figureGoals[key]
