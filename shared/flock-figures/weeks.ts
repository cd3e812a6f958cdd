import { henDayRate } from './eggs.ts'
import { intakePerBird } from './intake.ts'
import type { DayFigures } from './ledger.ts'
import { mortalityOf } from './stock.ts'

/** A week of a flock's life, from the records of its days. */
export interface WeekFigures {
  /** The n-th week of life, complete at 7·n days. */
  week: number
  /** Age on its last recorded day. */
  age: number
  /** Its recorded days. */
  days: number
  alive: number | null
  dead: number
  culled: number
  /** Of the birds alive at the start of the week, %. */
  mortality: number | null
  /** Since placement, %. */
  losses: number | null
  eggs: number | null
  /** Eggs per hen housed up to its end. */
  eggsPerHen: number | null
  rate: number | null
  eggWeight: number | null
  feed: number | null
  water: number | null
  /** The last of the week, and the age at that weighing. */
  weight: number | null
  weighedAt: number | null
  uniformity: number | null
}

export const weekOf = (age: number): number => Math.floor(age / 7) + 1

/** The weeks of a flock in order; weeks without any record are missing. */
export function weeksOf(days: readonly DayFigures[], hensHoused: number | null): WeekFigures[] {
  const byWeek = Map.groupBy(days, ({ age }) => weekOf(age))
  let eggsUntil = 0
  return [...byWeek].map(([week, told]) => {
    const figures = figuresOf(week, told)
    eggsUntil += figures.eggs ?? 0
    return { ...figures, eggsPerHen: hensHoused && eggsUntil > 0 ? eggsUntil / hensHoused : null }
  })
}

function figuresOf(week: number, days: readonly DayFigures[]): Omit<WeekFigures, 'eggsPerHen'> {
  const [first, last] = [days[0], days.at(-1)]
  const dead = sum(days, ({ dead }) => dead) ?? 0
  const culled = sum(days, ({ culled }) => culled) ?? 0
  const start = first?.aliveAtStart ?? null
  const weighed = days.findLast(({ weight }) => weight !== null)
  return {
    week,
    age: last?.age ?? 0,
    days: days.length,
    alive: last?.alive ?? null,
    dead,
    culled,
    mortality: start ? mortalityOf(dead + culled, start) : null,
    losses: last?.losses ?? null,
    eggs: sum(days, ({ eggs }) => eggs),
    rate: perBird(days, ({ eggs }) => eggs, henDayRate),
    eggWeight: mean(days, ({ eggWeight }) => eggWeight),
    feed: perBird(days, ({ feedKg }) => feedKg, intakePerBird),
    water: perBird(days, ({ waterL }) => waterL, intakePerBird),
    weight: weighed?.weight ?? null,
    weighedAt: weighed?.age ?? null,
    uniformity: days.findLast(({ uniformity }) => uniformity !== null)?.uniformity ?? null,
  }
}

type Read = (day: DayFigures) => number | null

function sum(days: readonly DayFigures[], read: Read): number | null {
  const told = days.flatMap(day => read(day) ?? [])
  return told.length === 0 ? null : told.reduce((all, value) => all + value, 0)
}

function mean(days: readonly DayFigures[], read: Read): number | null {
  const told = days.flatMap(day => read(day) ?? [])
  return told.length === 0 ? null : told.reduce((all, value) => all + value, 0) / told.length
}

/** Sums over the days on which it was recorded and birds were known: a day without it counts on neither side. */
function perBird(
  days: readonly DayFigures[],
  read: Read,
  figure: (amount: number, birds: number) => number,
): number | null {
  const told = days.filter(day => read(day) !== null && day.aliveAtStart)
  const birds = sum(told, ({ aliveAtStart }) => aliveAtStart)
  const amount = sum(told, read)
  return birds === null || amount === null ? null : figure(amount, birds)
}
