import type { FlockRecordForm, Told, Treatment } from '#shared/contracts/flock-records.ts'
import { doubtsOf } from '#shared/flock-doubts.ts'
import { type DayFigures, type FlockBase, ledgerOf, type ToldDay } from '#shared/flock-figures/ledger.ts'
import { weighingOf } from '#shared/flock-figures/weighing.ts'
import {
  type DayFacts,
  eggsOf,
  fieldsOfType,
  lostIn,
  namedIn,
  recordNumberNames,
  TREATMENT_DAYS,
} from '#shared/flocks.ts'
import { tidy } from '#shared/numbers.ts'
import type { HouseType } from '#shared/signals.ts'
import { text } from '#shared/text.ts'
import { type Given, withdrawalOn } from '#shared/withdrawal.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { type Departure, type Departures, departuresAfter } from '../../farm/flocks/departures.ts'
import { leftElsewhere, soldBefore, withheld } from '../../farm/flocks/flock-rules.ts'
import type { FieldFault } from '../../platform/http/errors.ts'

/**
 * The numbers of a day as stored: those of this kind of birds, with the result of weighing bird by bird. What was recorded
 * while they were kept as another kind stays.
 */
export function factsOf(type: HouseType, form: Told, before?: DayFacts): DayFacts {
  const fields = fieldsOfType(type)
  const weighed = form.weights && weighingOf(form.weights)
  const told: Partial<DayFacts> = weighed
    ? ({ ...form, weight: tidy(weighed.mean), uniformity: tidy(weighed.uniformity) } as Partial<DayFacts>)
    : (form as Partial<DayFacts>)
  return Object.fromEntries(
    recordNumberNames.map(name => [
      name,
      fields.includes(name) ? (told[name] ?? null) : (before?.[name] ?? null),
    ]),
  ) as DayFacts
}

/** The basis of a day's record. Days are in the house's zone. */
interface Around {
  today: string
  placedOn: string
  /** The last day of a flock that is closed. */
  endedOn: string | null
  /** The other recorded days of the flock. */
  others: readonly ToldDay[]
  base: FlockBase
  /** What is stored for the day. */
  before?: (DayFacts & { treatments?: readonly Treatment[]; reason?: string }) | undefined
  /** Medicines of the other days, and those the birds had before they came. */
  given: readonly Given[]
  /** What birds had before that come on this day. */
  brought?: readonly Given[]
  /** What left without being in the flock's records. */
  departures: Departures
  /** A file of old medicines is not asked about each egg that was laid since. */
  isFile?: boolean
}

/** Faults that make a day impossible, by field; doubtful values are only questioned on the screen and kept. */
export function recordFaults(form: FlockRecordForm, facts: DayFacts, around: Around): FieldFault[] {
  const dated = dayFault(form.day, around)
  if (dated) return [dated]
  const faults: FieldFault[] = []
  const { day } = form
  const days = ledgerOf(around.base, [...around.others.filter(other => other.day !== day), { ...facts, day }])
  faults.push(
    ...shortfalls(day, facts, days, {
      isFewerIn: (around.before?.movedInMales ?? 0) > (facts.movedInMales ?? 0),
    }),
  )
  const aliveAtStart = stockBefore(day, around)
  const [far] = doubtsOf(facts, {
    aliveAtStart,
    lostMean: null,
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
          '{eggs} eggs are more than {hens} hens can lay. If this is right, enter the reason',
        ),
        { eggs: far.typed, hens: far.against },
      ],
    })
  faults.push(...causeFaults(form, facts), ...treatmentFaults(form))
  return [...faults, ...withdrawalFaults(form, facts, around), ...hatcheryFaults(facts)]
}

/** Causes of more birds than were lost. */
function causeFaults({ lossCauses }: FlockRecordForm, facts: DayFacts): FieldFault[] {
  const [named, lost] = [namedIn(lossCauses), lostIn(facts)]
  if (named <= lost) return []
  return [
    {
      field: 'lossCauses',
      message: [
        text(
          '各死淘原因合计 {named} 只，多于当天死淘的 {lost} 只',
          'The causes add up to {named} birds; {lost} are recorded as dead or culled',
        ),
        { named, lost },
      ],
    },
  ]
}
/** Treatments that would end before they begin, or go on for longer than any does. */
function treatmentFaults({ day, treatments }: FlockRecordForm): FieldFault[] {
  const last = daysAfter(day, TREATMENT_DAYS - 1)
  return treatments
    .filter(({ until }) => until && (until < day || until > last))
    .map(({ name }) => ({
      field: 'treatments',
      message: [
        text(
          '“{name}”的结束日期须在 {day} 至 {last} 之间',
          'The last day of “{name}” must be between {day} and {last}',
        ),
        { name, day, last },
      ],
    }))
}

/** Why an answer must say more: at the reason, unless one is given. What was stored before answers only what was `known` then. */
const unexplained = (
  { reason }: FlockRecordForm,
  message: FieldFault['message'],
  { before, isKnown }: { before: Around['before']; isKnown: boolean },
): FieldFault[] =>
  reason === '' || (!isKnown && reason === before?.reason) ? [{ field: 'reason', message }] : []

/**
 * Birds that leave while medicine is in them. Whoever gives medicine to birds of which some were already sold afterwards, or
 * moves them on, says what is done about it: what was given is never refused.
 */
function withdrawalFaults(form: FlockRecordForm, facts: DayFacts, around: Around): FieldFault[] {
  const { day, treatments } = form
  const { given, brought = [], others, before } = around
  const departures = departuresAfter(day, around.departures)
  const rest = given.filter(each => each.day !== day)
  const all = [...rest, ...brought, { day, treatments }]
  const stored = [...rest, { day, treatments: before?.treatments ?? [] }]
  const { meat } = withdrawalOn(day, all)
  type Of = 'meat' | 'eggs'
  const isNew = (on: string, of: Of) =>
    withdrawalOn(on, rest)[of] === null && withdrawalOn(on, all)[of] !== null
  const isStored = (on: string, of: Of) => withdrawalOn(on, stored)[of] !== null
  /** What nobody was asked about yet comes first. */
  const first = <E extends { day: string }>(each: readonly E[], of: Of): E | undefined =>
    each.find(({ day }) => isNew(day, of) && !isStored(day, of)) ?? each.find(({ day }) => isNew(day, of))
  const ask = (message: FieldFault['message'], isKnown: boolean) =>
    unexplained(form, message, { before, isKnown })
  const faults: FieldFault[] = []
  // Birds that were told as sold before the medicine was have gone.
  const hadGone = facts.sold !== null && facts.sold <= (before?.sold ?? 0)
  // What was done about it is said at the medicine's own day.
  const isAnswered = withdrawalOn(day, rest).meat !== null
  if (facts.sold && meat !== null && !hadGone) faults.push({ field: 'sold', message: withheld(meat) })
  else if (facts.sold && meat !== null && !isAnswered)
    faults.push(...ask(soldBefore(day), isStored(day, 'meat')))
  const movesAsStored = before?.movedOut === facts.movedOut && before.movedOutMales === facts.movedOutMales
  if ((facts.movedOut || facts.movedOutMales) && meat !== null)
    faults.push(...ask(goesAlong(meat), movesAsStored && isStored(day, 'meat')))
  const later = others.filter(each => each.day > day)
  const left = later.filter(each => each.sold || each.movedOut || each.movedOutMales)
  const gone = first<Departure>([...departures.birds, ...left.map(each => ({ day: each.day }))], 'meat')
  if (gone)
    faults.push(...ask(gone.joined ? leftElsewhere(gone) : soldBefore(gone.day), isStored(gone.day, 'meat')))
  const eggs = first(departures.eggs, 'eggs')
  if (eggs) faults.push(...ask(eggsSold(eggs.day), isStored(eggs.day, 'eggs')))
  // Nobody had reason to put these aside.
  const laid = first(
    later.filter(each => (eggsOf(each) ?? 0) > 0),
    'eggs',
  )
  if (laid && !isStored(laid.day, 'eggs') && !around.isFile)
    faults.push(...ask(eggsRecorded(laid.day), false))
  return faults
}

const goesAlong = (day: string): FieldFault['message'] => [
  text(
    '休药期至 {day}。请在说明中写明鸡只去向：休药期随鸡只转移，此前不得屠宰',
    'Withdrawal period until {day}. Say in the reason where the birds go: it goes with them, and they may not be slaughtered before',
  ),
  { day },
]
const eggsSold = (day: string): FieldFault['message'] => [
  text(
    '{day} 已有鸡蛋售出，处于此药的休药期内。请在说明中写明如何处理',
    'Eggs were sold on {day}, within the withdrawal period of this medicine. Say in the reason what was done about it',
  ),
  { day },
]
const eggsRecorded = (day: string): FieldFault['message'] => [
  text(
    '{day} 已记录产蛋，处于此药的弃蛋期内。请在说明中写明这些蛋如何处理',
    'Eggs of {day} are recorded, within the withdrawal period of this medicine. Say in the reason what was done with them',
  ),
  { day },
]

/** More fertile eggs, or chicks, than eggs set. */
function hatcheryFaults({ eggsSet, eggsFertile, chicks }: DayFacts): FieldFault[] {
  const most = eggsFertile ?? eggsSet
  const faults: FieldFault[] = []
  if (eggsFertile !== null && eggsSet !== null && eggsFertile > eggsSet)
    faults.push({ field: 'eggsFertile', message: text('多于入孵蛋数', 'More than were set') })
  if (chicks !== null && most !== null && chicks > most)
    faults.push({ field: 'chicks', message: text('多于入孵或受精蛋数', 'More than the eggs they came from') })
  return faults
}

export const lateIsManagers = text(
  '该批次已结束。较早的日期只有批次管理人员可以补记',
  'This flock is closed. Only those who manage flocks still enter its older days',
)
export const isBlank = text(
  '没有填写任何内容。要取消当天的记录，请撤回',
  'Nothing is entered. To undo the record of a day, take it back',
)
/** Whether a record says nothing at all. */
export const saysNothing = (facts: DayFacts, { treatments, note, pictures, weights }: Told): boolean =>
  recordNumberNames.every(name => facts[name] === null) &&
  treatments.length === 0 &&
  note === '' &&
  pictures.length === 0 &&
  !weights?.length

function dayFault(day: string, { today, placedOn, endedOn }: Around): FieldFault | null {
  const fault = (message: FieldFault['message']) => ({ field: 'day', message })
  if (day > today) return fault(text('不能记录未来的日期', 'This day is in the future'))
  if (day < placedOn)
    return fault([text('早于入舍日期 {day}', 'The birds were placed on {day}'), { day: placedOn }])
  if (endedOn !== null && day > endedOn)
    return fault([text('该批次于 {day} 结束', 'This flock ended on {day}'), { day: endedOn }])
  return null
}

/** Birds alive on the morning of a day; null if the number placed is unknown. */
export function stockBefore(day: string, { base, others }: Pick<Around, 'base' | 'others'>): number | null {
  if (base.placedCount === null) return null
  const before = ledgerOf(
    base,
    others.filter(other => other.day < day),
  )
  return before.at(-1)?.alive ?? Math.max(0, base.placedCount - base.soldUndated)
}

/**
 * More birds or males lost than there were, on a day or a later one, at the field of the day that removes some.
 * `isFewerIn`: the day may bring fewer males than it did.
 */
export function shortfalls(
  day: string,
  facts: DayFacts,
  days: readonly DayFigures[],
  { isFewerIn = false }: { isFewerIn?: boolean } = {},
): FieldFault[] {
  const since = days.filter(({ day: on }) => on >= day)
  const birds = since.find(({ alive }) => alive !== null && alive < 0)
  const males = since.find(each => each.males !== null && each.males < 0)
  const takesMales = isFewerIn || takenMales.some(name => (facts[name] ?? 0) > 0)
  return [
    ...(birds ? [fewBirds(day, facts, birds)] : []),
    ...(males && takesMales ? [fewMales(facts, males)] : []),
  ]
}

const takenMales = ['deadMales', 'culledMales', 'movedOutMales'] as const

function fewMales(facts: DayFacts, broken: DayFigures): FieldFault {
  return {
    field: takenMales.find(name => facts[name]) ?? 'movedInMales',
    message: [
      text('按此记录，{day} 的公鸡存栏会成为负数', 'This would leave fewer than 0 males on {day}'),
      { day: broken.day },
    ],
  }
}

function fewBirds(day: string, facts: DayFacts, broken: DayFigures): FieldFault {
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
          text('按此记录，{day} 的存栏会成为负数', 'This would leave fewer than 0 birds on {day}'),
          values,
        ],
      }
}
