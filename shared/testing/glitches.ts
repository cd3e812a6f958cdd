import type { DoubtKey } from '../flock-doubts.ts'
import type { Exception } from '../flock-figures/exceptions.ts'
import { isRepeated } from '../flock-figures/still-meter.ts'
import { daysAfter } from '../zone-time.ts'
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
  const records = made.records.map((record, i): Day => {
    const told = { ...record }
    for (const name of ofHouse) {
      const amount = record[name]
      if (amount === undefined) continue
      const now = (amount * are) / were
      told[name] = name === 'feed' || name === 'water' ? now : Math.round(now)
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

/** The last days, and some before, on which the meter of water or feed shows something else, from what it had shown. */
function counting(made: MadeFlock, name: 'water' | 'feed', shows: (before: number) => number): MadeFlock {
  let before = 0
  const records = made.records.map((record, i): Day => {
    const fromEnd = made.records.length - 1 - i
    const isStill = fromEnd < 4 || (fromEnd > 9 && fromEnd < 15)
    const amount = record[name]
    if (amount === undefined) return record
    // A meter counts whole litres and kg, and this one not by chance whole hundreds or fives, of pounds neither.
    if (!isStill) before = oddly(Math.round(amount), name)
    return { ...record, [name]: isStill ? shows(before) : before }
  })
  return { ...made, records }
}

/** A sale in kg by the last weighing before it. */
const kgOf = (made: MadeFlock, index: number, birds: number) =>
  (birds * (made.records.slice(0, index + 1).findLast(({ weight }) => weight !== undefined)?.weight ?? 0)) /
  1_000

/** Birds that get a ration: the same for days, and on some days none. */
const isRationed = ({ type }: MadeFlock): boolean => type === 'pullet' || type === 'breeder'

/** What happens in the records of any flock and says nothing of how its birds do. */
export const glitches = {
  'gaps in feed': made => without(made, ['feed'], fromEnd => fromEnd % 5 === 1 || fromEnd === 0),
  'a water meter that stands still': made => counting(made, 'water', () => 0),
  'a water meter that repeats its count': made => counting(made, 'water', before => before),
  'a feed scale that stands still': made => (isRationed(made) ? made : counting(made, 'feed', () => 0)),
  'a feed scale that repeats its count': made =>
    isRationed(made) ? made : counting(made, 'feed', before => before),
  'gaps in water': made => without(made, ['water'], fromEnd => fromEnd < 3 || (fromEnd > 9 && fromEnd < 13)),
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

/** What is said of a glitch, once: in the list of the morning after it, and by the form of its day. */
const saidOf: Readonly<Record<string, { morning: readonly Exception['kind'][]; form: readonly DoubtKey[] }>> =
  {
    'a water meter that stands still': { morning: ['still'], form: ['noWater'] },
    'a water meter that repeats its count': { morning: ['still'], form: ['waterStill'] },
    'a feed scale that stands still': { morning: ['still'], form: ['noFeed'] },
    'a feed scale that repeats its count': { morning: ['still'], form: ['feedStill'] },
  }
/** Whether the flock has what the glitch is of. */
const isSaid = (name: string, made: MadeFlock): boolean => {
  const of = name.includes('feed') ? 'feed' : 'water'
  return !(of === 'feed' && isRationed(made)) && made.records.some(record => record[of] !== undefined)
}

/** The same of a flock, which may have no water in its standard. */
export const saidWith = (name: string, made: MadeFlock) =>
  (isSaid(name, made) ? saidOf[name] : undefined) ?? { morning: [], form: [] }
