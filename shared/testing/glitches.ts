import type { Treatment } from '../contracts/flock-records.ts'
import { dayZero } from '../flock.ts'
import type { DoubtKey } from '../flock-doubts.ts'
import type { Exception } from '../flock-figures/exceptions.ts'
import { type Counter, isRepeated } from '../flock-figures/still-meter.ts'
import { eggsOf } from '../flocks.ts'
import { daysAfter, daysBetween } from '../zone-time.ts'
import type { MadeFlock, RecordedDay } from './three-flocks.ts'

type Day = RecordedDay
interface Change {
  sold?: number
  soldKg?: number
  movedIn?: number
  movedOut?: number
}

/** Figures of the whole house: with fewer birds there are fewer of them. */
const ofHouse = ['dead', 'culled', 'feed', 'water', 'eggsSound', 'eggsHatching'] as const

/** The same flock with birds that leave or come on some days: those that are there do as before. */
function withBirds(made: MadeFlock, changeOn: (index: number, alive: number, day: Day) => Change): MadeFlock {
  let [were, are] = [made.placedCount, made.placedCount]
  /** What whole birds and eggs of the days before were short of. */
  const short = new Map<string, number>()
  const records = made.records.map((record, i): Day => {
    const told = { ...record }
    for (const name of ofHouse) {
      const amount = record[name]
      if (amount === undefined) continue
      const now = (amount * are) / were
      if (name === 'feed' || name === 'water') told[name] = now
      else {
        const due = now + (short.get(name) ?? 0)
        told[name] = Math.round(due)
        short.set(name, due - Math.round(due))
      }
    }
    const change = changeOn(i, are, record)
    were -= (record.dead ?? 0) + (record.culled ?? 0)
    are -= (told.dead ?? 0) + (told.culled ?? 0)
    are += (change.movedIn ?? 0) - (change.movedOut ?? 0) - (change.sold ?? 0)
    return { ...told, ...change }
  })
  return { ...made, records }
}

const without = (
  made: MadeFlock,
  names: readonly (keyof Day)[],
  isLacking: (fromEnd: number) => boolean,
) => ({
  ...made,
  records: made.records.map((record, i): Day => {
    if (!isLacking(made.records.length - 1 - i)) return record
    const told = { ...record }
    for (const name of names) delete told[name]
    return told
  }),
})

/** An amount, or one just under it, that nobody would round to. */
const oddly = (amount: number, name: 'water' | 'feed'): number =>
  isRepeated(name, [amount, amount, amount]) || amount < 1_000 ? amount : oddly(amount - 1, name)

/** On which days a counter stands still, by the days since. */
type IsStill = (fromEnd: number) => boolean
const nowAndBefore: IsStill = fromEnd => fromEnd < 4 || (fromEnd > 9 && fromEnd < 15)
const forTwentyDays: IsStill = fromEnd => fromEnd < 20

/** The last days, and some before, on which the meter of water or feed shows something else, from what it had shown. */
function counting(
  made: MadeFlock,
  name: 'water' | 'feed',
  shows: (before: number) => number,
  standsStill = nowAndBefore,
): MadeFlock {
  let before = 0
  const records = made.records.map((record, i): Day => {
    const isStill = standsStill(made.records.length - 1 - i)
    const amount = record[name]
    if (amount === undefined) return record
    // A meter counts whole litres and kg, never the same on two days, and this one not by chance whole hundreds or fives.
    if (!isStill) before = oddly(Math.round(amount) + 2 * (i % 3), name)
    return { ...record, [name]: isStill ? shows(before) : before }
  })
  return { ...made, records }
}

/** The same of the counter of eggs, of hens that lay. */
function countingEggs(made: MadeFlock, shows: (eggs: number) => number): MadeFlock {
  let before: Day = { day: '' }
  const records = made.records.map((record, i): Day => {
    if (record.eggsSound === undefined) return record
    const isStill = nowAndBefore(made.records.length - 1 - i)
    if (!isStill) before = oddEggs(record)
    const told = isStill ? { ...record } : before
    for (const name of ['eggsSound', 'eggsHatching'] as const)
      if (isStill && before[name] !== undefined) told[name] = shows(before[name])
    return told
  })
  return { ...made, records }
}

/** Eggs, or just under as many, that are no whole trays or dozens. */
const oddEggs = (record: Day): Day => {
  const eggs = eggsOf(record) ?? 0
  const isOdd = isRepeated('eggs', [eggs, eggs, eggs]) || eggs < 2_000
  return isOdd ? record : oddEggs({ ...record, eggsSound: (record.eggsSound ?? 0) - 1 })
}

/** A sale in kg by the last weighing before it. */
const kgOf = (made: MadeFlock, index: number, birds: number) =>
  (birds * (made.records.slice(0, index + 1).findLast(({ weight }) => weight !== undefined)?.weight ?? 0)) /
  1_000

/** Birds that get a ration: the same for days, and on some days none. */
const isRationed = ({ type }: MadeFlock): boolean => type === 'pullet' || type === 'breeder'

const vitamins = {
  kind: 'medicine',
  name: 'Vitamins',
  dose: '',
  route: '',
  withdrawalDays: 0,
} as const satisfies Treatment

/** What happens in the records of any flock and says nothing of how its birds do. */
export const glitches = {
  'gaps in feed': made => without(made, ['feed'], fromEnd => fromEnd % 5 === 1 || fromEnd === 0),
  'a water meter that stands still': made => counting(made, 'water', () => 0),
  'a water meter that stands still for 20 days': made => counting(made, 'water', () => 0, forTwentyDays),
  'a water meter that repeats its count': made => counting(made, 'water', before => before),
  'a feed scale that stands still': made => (isRationed(made) ? made : counting(made, 'feed', () => 0)),
  'a feed scale that repeats its count': made =>
    isRationed(made) ? made : counting(made, 'feed', before => before),
  'an egg counter that stands still': made => countingEggs(made, () => 0),
  'an egg counter that repeats its count': made => countingEggs(made, eggs => eggs),
  'gaps in water': made => without(made, ['water'], fromEnd => fromEnd < 3 || (fromEnd > 9 && fromEnd < 13)),
  'two weeks without losses': made => {
    const middle = made.records.length >> 1
    return without(made, ['dead', 'culled'], fromEnd => Math.abs(fromEnd - middle) < 7)
  },
  'never any losses': made => without(made, ['dead', 'culled'], () => true),
  // Days on which none died; they are none of weighing, and not those on which hens come into lay.
  'only a treatment on some days': made => {
    const zero = dayZero({ type: made.type, flockStartedOn: made.placedOn, flockHatchedOn: made.hatchedOn })
    const records = made.records.map((record, i): Day => {
      const fromEnd = made.records.length - 1 - i
      const age = daysBetween(zero ?? made.placedOn, record.day)
      const isBusy = age % 7 === 3 && (fromEnd > 40 ? age % 5 === 1 : fromEnd >= 7 && fromEnd < 14)
      return isBusy ? { day: record.day, treatments: [vitamins] } : record
    })
    return { ...made, records }
  },
  'birds moved out': made =>
    withBirds(made, (i, alive) =>
      i === made.records.length >> 1 ? { movedOut: Math.round(alive * 0.6) } : {},
    ),
  'birds moved in': made =>
    withBirds(made, (i, alive) =>
      i === made.records.length >> 1 ? { movedIn: Math.round(alive * 0.8) } : {},
    ),
  'sales in parts': made =>
    withBirds(made, (i, alive) => {
      const fromEnd = made.records.length - 1 - i
      if (fromEnd !== 6 && fromEnd !== 3 && fromEnd !== 0) return {}
      const sold = Math.round(alive * 0.2)
      return { sold, soldKg: kgOf(made, i, sold) }
    }),
  'a half-recorded today': made => {
    const last = made.records.at(-1)
    if (!last) return made
    const today: Day = { day: daysAfter(last.day, 1), dead: Math.ceil((last.dead ?? 0) / 2) }
    for (const name of ['feed', 'water'] as const)
      if (last[name] !== undefined) today[name] = last[name] * 0.3
    for (const name of ['eggsSound', 'eggsHatching'] as const)
      if (last[name] !== undefined) today[name] = Math.round(last[name] * 0.4)
    return { ...made, records: [...made.records, today] }
  },
} as const satisfies Record<string, (made: MadeFlock) => MadeFlock>

/** What is said of a flock with a glitch, by the place that says it. */
export interface Said {
  morning: readonly Exception['kind'][]
  form: readonly DoubtKey[]
  detail: readonly Counter[]
}
/** What is said of a glitch, once: in the list of the morning after it, by the form of its day, and on its flock's page. */
const saidOf: Readonly<Record<string, Said>> = {
  'never any losses': { morning: ['untold'], form: ['noLosses'], detail: [] },
  'a water meter that stands still': { morning: ['still'], form: ['noWater'], detail: ['water'] },
  'a water meter that stands still for 20 days': {
    morning: ['still'],
    form: ['noWater'],
    detail: ['water'],
  },
  'a water meter that repeats its count': { morning: ['still'], form: ['waterStill'], detail: ['water'] },
  'a feed scale that stands still': { morning: ['still'], form: ['noFeed'], detail: ['feed'] },
  'a feed scale that repeats its count': { morning: ['still'], form: ['feedStill'], detail: ['feed'] },
  'an egg counter that stands still': { morning: ['still'], form: ['noEggs'], detail: ['eggs'] },
  'an egg counter that repeats its count': { morning: ['still'], form: ['eggsStill'], detail: ['eggs'] },
}
/** Whether the flock has what the glitch is of. */
const isSaid = (name: string, made: MadeFlock): boolean => {
  if (name.includes('losses')) return true
  if (name.includes('egg')) return made.records.some(({ eggsSound }) => eggsSound !== undefined)
  const of = name.includes('feed') ? 'feed' : 'water'
  return !(of === 'feed' && isRationed(made)) && made.records.some(record => record[of] !== undefined)
}

/** The same of a flock, which may have no water in its standard. */
export const saidWith = (name: string, made: MadeFlock): Said =>
  (isSaid(name, made) ? saidOf[name] : undefined) ?? { morning: [], form: [], detail: [] }
