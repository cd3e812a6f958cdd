import type { Clause } from '#shared/alarm-rules.ts'
import type { OwnStandard } from '#shared/contracts/breed-standards.ts'
import { dayFigure } from '#shared/flock-figures/day-figure.ts'
import type { DayFigures } from '#shared/flock-figures/ledger.ts'
import { standardIn } from '#shared/flock-figures/standard.ts'
import { flockFigures, isFlockFigure } from '#shared/rule-subjects.ts'
import { standingOfClause } from './farm-rule-standing.ts'

/** A farm's rule about a figure of its flocks. */
export interface FigureRule extends Clause {
  /** On how many told days in a row. */
  forDays: number
}

/** The days of a flock in order. */
export interface FlockDays {
  breed: string | null
  /** The farm's own standard that it is held against. */
  standard?: OwnStandard | null
  days: readonly DayFigures[]
}

/** A day on which the figure is known. */
interface ToldDay {
  day: string
  value: number
}

/** What would be one alarm of a rule about a figure. */
export interface FigureAlarm {
  /** The first day beyond the limit. */
  since: string
  /** The day on which it rings, and its figure. */
  day: string
  value: number
  /** The first day that is back; null while it lasts. */
  endedOn: string | null
}

/** The days on which a rule's figure is known for certain: what adds up is only too little when its day is over. */
function toldDays(rule: FigureRule, { days, ...held }: FlockDays, today: string): ToldDay[] {
  const figure = rule.metric
  if (!isFlockFigure(figure)) return []
  const { course } = flockFigures[figure]
  return days.flatMap(({ day }, i) => {
    const value = dayFigure(figure, days, i, standardIn(held))
    if (value === null) return []
    const isTooMuch = rule.direction === 'above' && standingOfClause(rule, value).breach
    const isCertain = day < today || course === 'measured' || (course === 'sum' && isTooMuch)
    return isCertain ? [{ day, value }] : []
  })
}

/** What the days of a flock make of a rule, oldest first. `today` is that of its house. */
export function figureAlarms(rule: FigureRule, flock: FlockDays, today: string): FigureAlarm[] {
  const alarms: FigureAlarm[] = []
  let beyond: string[] = []
  let active: FigureAlarm | undefined
  for (const { day, value } of toldDays(rule, flock, today)) {
    const { breach, back } = standingOfClause(rule, value)
    beyond = breach ? [...beyond, day] : []
    if (active && back) {
      active.endedOn = day
      active = undefined
    }
    if (active || beyond.length < rule.forDays) continue
    active = { since: beyond[0] ?? day, day, value, endedOn: null }
    alarms.push(active)
  }
  return alarms
}

/** What a flock's days make of a rule now: its alarm, if it has one. */
export const standingOfFigure = (rule: FigureRule, flock: FlockDays, today: string): FigureAlarm | null => {
  const last = figureAlarms(rule, flock, today).at(-1)
  return last?.endedOn === null ? last : null
}
