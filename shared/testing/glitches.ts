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

/** A sale in kg by the last weighing before it. */
const kgOf = (made: MadeFlock, index: number, birds: number) =>
  (birds * (made.records.slice(0, index + 1).findLast(({ weight }) => weight !== undefined)?.weight ?? 0)) /
  1_000

/** What happens in the records of any flock and says nothing of how its birds do. */
export const glitches = {
  'gaps in feed': made => without(made, ['feed'], fromEnd => fromEnd % 5 === 1 || fromEnd === 0),
  'a water meter that stands still': made =>
    without(made, ['water'], fromEnd => fromEnd < 3 || (fromEnd > 9 && fromEnd < 13)),
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
