import type { FlockCourse } from '../contracts/flocks.ts'
import type { FlockThisMorning } from '../contracts/workplace.ts'
import { dayZero } from '../flock.ts'
import { flockVerdicts } from '../flock-alarms.ts'
import { finalFigures } from '../flock-figures/final.ts'
import { ledgerOf, type ToldDay } from '../flock-figures/ledger.ts'
import { standardIn } from '../flock-figures/standard.ts'
import { weeksOf } from '../flock-figures/weeks.ts'
import { type DayFacts, isHens, recordNumberNames, tellsLosses } from '../flocks.ts'
import { weightAt } from '../standards/standards.ts'
import { daysAfter, daysBetween } from '../zone-time.ts'
import type { MadeFlock } from './three-flocks.ts'

/** A made day with all its numbers. */
export const factsOf = (record: MadeFlock['records'][number]): ToldDay => ({
  ...(Object.fromEntries(recordNumberNames.map(name => [name, record[name] ?? null])) as unknown as DayFacts),
  day: record.day,
})

/** The course of a made flock as the server tells it on a day. */
export function toldCourse(made: MadeFlock, today: string): FlockCourse {
  const zero = dayZero({ type: made.type, flockStartedOn: made.placedOn, flockHatchedOn: made.hatchedOn })
  const { placedOn, placedCount, placedMales = null } = made
  const base = { type: made.type, dayZero: zero ?? placedOn, placedOn, placedCount, placedMales }
  const days = ledgerOf({ ...base, soldUndated: 0, today }, made.records.map(factsOf))
  const placedAge = daysBetween(base.dayZero, made.placedOn)
  const hensHoused = isHens(made) ? made.placedCount : null
  const weeks = weeksOf(days, hensHoused, { placedAge })
  const chickWeight = weightAt(standardIn(made) ?? made.breed, 0)?.mid ?? null
  const final = finalFigures({
    type: made.type,
    days,
    weeks,
    placedCount: made.placedCount,
    placedAge,
    hensHoused,
    chickWeight,
  })
  const flock = { ...made, number: made.breed, houseName: made.breed, state: 'running' }
  return {
    flock,
    placedAge,
    countedFrom: placedAge,
    standard: made.standard ?? null,
    days,
    weeks,
    final,
    before: null,
    best: null,
    events: [],
  } as unknown as FlockCourse
}

/** The same flock on the morning list of a day. */
export function toldMorning(made: MadeFlock, today: string, houseName = 'House'): FlockThisMorning {
  const course = toldCourse(made, today)
  const { placedAge } = course
  const over = course.days.filter(({ isSoFar }) => !isSoFar)
  const last = over.at(-1)
  const weighed = course.days.findLast(({ weight }) => weight !== null)
  const judged = course.days.map(each => ({
    day: each.day,
    age: each.age,
    birds: each.aliveAtStart,
    lost: tellsLosses(each) ? (each.dead ?? 0) + (each.culled ?? 0) : null,
    left: each.sold + each.movedOut,
    came: each.movedIn,
    eggs: each.eggs,
    waterL: each.waterL,
    weight: each.weight,
    isSoFar: each.isSoFar,
  }))
  const verdicts = Object.entries(flockVerdicts({ ...made, placedAge }, judged))
  return {
    houseName,
    type: made.type,
    breed: made.breed,
    standard: made.standard,
    placedOn: made.placedOn,
    placedAge,
    age: daysBetween(daysAfter(made.placedOn, -placedAge), today),
    alive: course.days.at(-1)?.alive ?? null,
    males: last?.males ?? null,
    isRecorded: last?.isUncounted !== true,
    lossesOn: course.days.findLast(tellsLosses)?.day ?? null,
    yesterday: daysAfter(today, -1),
    days: over.slice(-2).reverse(),
    weight: weighed?.weight ?? null,
    weighedAt: weighed?.age ?? null,
    alarms: verdicts.flatMap(([code, all]) => {
      const verdict = all.at(-1)
      return verdict?.level ? [{ code, ...verdict }] : []
    }),
  } as unknown as FlockThisMorning
}
