import type { FlockRecordForm, Told } from '#shared/contracts/flock-records.ts'
import { doubtsOf } from '#shared/flock-doubts.ts'
import { type FlockBase, ledgerOf, type ToldDay } from '#shared/flock-figures/ledger.ts'
import { weighingOf } from '#shared/flock-figures/weighing.ts'
import { type DayFacts, fieldsOfType, recordNumberNames } from '#shared/flocks.ts'
import type { HouseType } from '#shared/signals.ts'
import { text } from '#shared/text.ts'
import type { FieldFault } from '../../platform/http/errors.ts'

/** The numbers of a day as they are kept: those of this kind of birds, with what a weighing bird by bird comes to. */
export function factsOf(type: HouseType, form: Told): DayFacts {
  const fields = fieldsOfType(type)
  const weighed = form.weights && weighingOf(form.weights)
  const told: Partial<DayFacts> = weighed
    ? ({ ...form, weight: weighed.mean, uniformity: weighed.uniformity } as Partial<DayFacts>)
    : (form as Partial<DayFacts>)
  return Object.fromEntries(
    recordNumberNames.map(name => [name, fields.includes(name) ? (told[name] ?? null) : null]),
  ) as DayFacts
}

/** What a day stands on. Days are of the house. */
interface Around {
  today: string
  placedOn: string
  /** The other days of the flock that were told. */
  others: readonly ToldDay[]
  base: FlockBase
  /** The last day on which a medicine forbids to sell; null when none does. */
  withdrawalUntil: string | null
}

/** What makes a day impossible, beside its fields; what is only doubtful is asked on the screen and kept. */
export function recordFaults(form: FlockRecordForm, facts: DayFacts, around: Around): FieldFault[] {
  const dated = dayFault(form.day, around)
  if (dated) return [dated]
  const faults: FieldFault[] = []
  const { day } = form
  const short = shortfall(day, facts, around)
  if (short) faults.push(short)
  const fewMales = maleShortfall(day, facts, around)
  if (fewMales) faults.push(fewMales)
  const aliveAtStart = stockBefore(day, around)
  const [far] = doubtsOf(facts, {
    aliveAtStart,
    deadMean: null,
    feedMean: null,
    weightBefore: null,
    weighedDaysAgo: null,
    measured: {},
  }).filter(({ key }) => key === 'eggsFarAboveHens')
  if (far && form.reason === '')
    faults.push({
      field: 'reason',
      message: [
        text(
          '产蛋 {eggs} 枚，多于存栏 {hens} 只的 1.05 倍。如属实，请说明原因',
          '{eggs} eggs of {hens} hens are more than they can lay. If it is right, say why',
        ),
        { eggs: far.typed, hens: far.against },
      ],
    })
  const { withdrawalUntil } = around
  if (facts.sold && withdrawalUntil !== null && withdrawalUntil >= day)
    faults.push({
      field: 'sold',
      message: [
        text('休药期至 {day}，此前不得出售', 'Nothing may be sold until {day}: the withdrawal period runs'),
        { day: withdrawalUntil },
      ],
    })
  return faults
}

function dayFault(day: string, { today, placedOn }: Around): FieldFault | null {
  const fault = (message: FieldFault['message']) => ({ field: 'day', message })
  if (day > today) return fault(text('不能记录未来的日期', 'This day has not come yet'))
  if (day < placedOn) return fault([text('早于入舍日期 {day}', 'The birds came on {day}'), { day: placedOn }])
  return null
}

/** Birds alive in the morning of a day; null where nobody said how many were placed. */
export function stockBefore(day: string, { base, others }: Pick<Around, 'base' | 'others'>): number | null {
  if (base.placedCount === null) return null
  const before = ledgerOf(
    base,
    others.filter(other => other.day < day),
  )
  return before.at(-1)?.alive ?? Math.max(0, base.placedCount - base.soldUndated)
}

/** More males gone than were placed, beside the field that takes some away. */
function maleShortfall(day: string, facts: DayFacts, { base, others }: Around): FieldFault | null {
  if (facts.deadMales === null && facts.culledMales === null) return null
  const days = ledgerOf(base, [...others.filter(other => other.day !== day), { ...facts, day }])
  const broken = days.find(({ males, day: on }) => males !== null && males < 0 && on >= day)
  if (!broken) return null
  return {
    field: facts.deadMales ? 'deadMales' : 'culledMales',
    message: [
      text('按此记录，{day} 的公鸡存栏会成为负数', 'With this, fewer than no males would be alive on {day}'),
      { day: broken.day },
    ],
  }
}

/** More birds gone than there were, on this day or one after it; beside the first field that takes some away. */
function shortfall(day: string, facts: DayFacts, { base, others }: Around): FieldFault | null {
  const days = ledgerOf(base, [...others.filter(other => other.day !== day), { ...facts, day }])
  const broken = days.find(({ alive, day: on }) => alive !== null && alive < 0 && on >= day)
  if (!broken) return null
  const field = (['dead', 'culled', 'sold', 'movedOut'] as const).find(name => facts[name]) ?? 'dead'
  const values = { alive: broken.aliveAtStart ?? 0, day: broken.day }
  return broken.day === day
    ? {
        field,
        message: [text('当日存栏只有 {alive} 只', 'Only {alive} birds were alive that morning'), values],
      }
    : {
        field,
        message: [
          text('按此记录，{day} 的存栏会成为负数', 'With this, fewer than none would be alive on {day}'),
          values,
        ],
      }
}
