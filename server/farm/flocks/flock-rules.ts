import { and, eq, gt, isNull, lt, ne, or } from 'drizzle-orm'
import type { FlockChange } from '#shared/contracts/flocks.ts'
import { type FlockBase, ledgerOf, type ToldDay } from '#shared/flock-figures/ledger.ts'
import { type OpeningFields, openingOf, startedWith } from '#shared/opening.ts'
import { type HouseType, houseTypeNames } from '#shared/signals.ts'
import { breedFits } from '#shared/standards/standards.ts'
import { type Text, text } from '#shared/text.ts'
import { meatWithheld } from '#shared/withdrawal-words.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { FieldFault } from '../../platform/http/errors.ts'
import type { Departure } from './departures.ts'

/** Days ahead that a flock may be planned. */
const PLANNED_AHEAD = 366

/** Days for which people correct their own entries. */
export const OWN_DAYS = 3

/** Years that a breeding archive is kept after the flock has gone; that of breeders is kept for good. */
const ARCHIVE_YEARS = 5

/**
 * Until when the records of a flock must be kept, that day included; 'always' for breeders, null while it has not ended.
 * China's Animal Husbandry Law (2022), article 41, and its Measures for Livestock Marking and Breeding Archives (2006),
 * article 22: two years for commercial poultry, breeding stock for good. The EU asks five years of the medicines,
 * Regulation (EU) 2019/6, article 108, so that all are kept as long; nothing is ever removed from the database by itself.
 */
export function keptUntil({
  type,
  endedOn,
}: {
  type: HouseType
  endedOn: string | null
}): string | 'always' | null {
  if (type === 'breeder') return 'always'
  if (endedOn === null) return null
  const [year = '', ...rest] = endedOn.split('-')
  return [Number(year) + ARCHIVE_YEARS, ...rest].join('-')
}

/** What a flock's form is checked against. Days are in the house's zone. */
export interface Around {
  today: string
  /** The flock's records, by day. */
  records: readonly ToldDay[]
  soldUndated: number
}

/** The dates and numbers of a flock that are checked, whichever form they come from. */
export type CheckedFlock = Pick<
  FlockChange,
  'placedOn' | 'hatchedOn' | 'placedMales' | 'maturedOn' | 'matureCount'
> & {
  placedCount: number | null
  opening?: OpeningFields
}

type Fault = { field: keyof CheckedFlock | keyof OpeningFields; message: FieldFault['message'] }

/** A breed that no house of this type has, such as broilers in a house of layers. */
export const breedFaults = (breed: string | null | undefined, type: HouseType): FieldFault[] =>
  breedFits(breed, type)
    ? []
    : [
        {
          field: 'breed',
          message: text('该品种不适用于此类鸡舍', 'This breed is not kept in such a house'),
        },
      ]

/** What is wrong with the dates and numbers of a flock, beside their fields. */
export function flockFaults(form: CheckedFlock, around: Around): Fault[] {
  const { placedOn, hatchedOn, placedCount, maturedOn, matureCount, placedMales } = form
  const faults: Fault[] = []
  const fault = (field: Fault['field'], message: Fault['message']) => faults.push({ field, message })
  const firstOn = around.records[0]?.day
  if (placedOn > daysAfter(around.today, PLANNED_AHEAD)) fault('placedOn', 'house.flockTooFar')
  if (firstOn !== undefined && firstOn < placedOn)
    fault('placedOn', [
      text(
        '{day} 已有养殖记录，入舍日期不能晚于该日',
        'There is a record for {day}. The placement date cannot be later',
      ),
      { day: firstOn },
    ])
  if (hatchedOn && hatchedOn > placedOn) fault('hatchedOn', 'house.hatchedAfterPlacement')
  if (hatchedOn && hatchedOn < daysAfter(placedOn, -OLDEST))
    fault('hatchedOn', text('出雏日期过早，请核对', 'Birds do not get that old. Check the hatch date'))
  faults.push(...stockFaults(form, around), ...openingFaults(form))
  if (maturedOn && maturedOn < (hatchedOn ?? placedOn))
    fault('maturedOn', text('开产日期早于入舍', 'Before the placement date'))
  if (matureCount && !maturedOn) fault('maturedOn', text('请填写开产日期', 'Enter when they came into lay'))
  const movedIn = around.records.reduce((sum, each) => sum + (each.movedIn ?? 0), 0)
  // Where it is not known how many there were before, neither is how many can have come into lay.
  const started = startedWith(placedCount, form.opening ? openingOf(form.opening) : null)
  if (matureCount && started !== null && matureCount > started + movedIn + (placedMales ?? 0))
    fault('matureCount', text('多于入舍和转入数', 'More than were placed and moved in'))
  return faults
}

/** Eggs of a hen on a day, at most (see the question about more eggs than hens). */
const EGGS_A_DAY = 1.05

/** What cannot have been before birds were taken over. */
function openingFaults({ placedOn, hatchedOn, placedCount, placedMales, opening }: CheckedFlock): Fault[] {
  const known = opening ? openingOf(opening) : null
  if (!known) return []
  const faults: Fault[] = []
  const fault = (field: Fault['field'], message: Fault['message']) => faults.push({ field, message })
  if (!hatchedOn)
    fault(
      'hatchedOn',
      text('接手的鸡群请填写出雏日期，日龄由此计算', 'Enter when they hatched: their age follows from it'),
    )
  if (hatchedOn && hatchedOn >= placedOn)
    fault('takenOver', text('当天出雏的鸡没有接手前的数据', 'Chicks of that day have nothing before it'))
  if (known.placedOn && known.placedOn > placedOn)
    fault('openingPlacedOn', text('不能晚于接手日期', 'Cannot be after they were taken over'))
  if (known.placedOn && hatchedOn && known.placedOn < hatchedOn)
    fault('openingPlacedOn', text('早于出雏日期', 'Before they hatched'))
  if (known.soldKg && known.sold === 0)
    fault('openingSoldKg', text('没有售出的鸡，不应有重量', 'No birds were sold, so there is no weight'))
  const { malesPlaced, malesLost } = known
  if (malesPlaced !== null && malesPlaced < (placedMales ?? 0) + (malesLost ?? 0))
    fault(
      'openingMalesPlaced',
      text('少于现有公鸡与接手前死淘之和', 'Fewer than were taken over and lost before'),
    )
  const [most, from] = [startedWith(placedCount, known), known.placedOn ?? hatchedOn]
  if (known.eggs !== null && most !== null && from) {
    const days = daysBetween(from, placedOn)
    const eggs = Math.floor(EGGS_A_DAY * most * days)
    if (known.eggs > eggs)
      fault('openingEggs', [
        text('{days} 天内 {hens} 只鸡最多产 {eggs} 枚', '{hens} hens lay {eggs} eggs in {days} days at most'),
        { days, hens: most, eggs },
      ])
  }
  return faults
}

/** No hen is kept longer. Days */
const OLDEST = 7 * 200

/** Whether there would be fewer than no birds or males on any day: at the first such day. */
function stockFaults({ placedOn, placedCount, placedMales }: CheckedFlock, around: Around): Fault[] {
  if (placedCount === null) return []
  const base: FlockBase = {
    dayZero: placedOn,
    placedOn,
    placedCount: placedCount - around.soldUndated,
    placedMales: placedMales ?? null,
    soldUndated: 0,
  }
  const faults: Fault[] = []
  if (base.placedCount !== null && base.placedCount < 0)
    faults.push({
      field: 'placedCount',
      message: [text('已售出 {sold} 只', '{sold} birds are already sold'), { sold: around.soldUndated }],
    })
  const days = ledgerOf(base, around.records)
  const birds = days.find(({ alive }) => alive !== null && alive < 0)
  const males = days.find(each => each.males !== null && each.males < 0)
  if (birds) faults.push({ field: 'placedCount', message: tooFew(birds.day, -(birds.alive ?? 0)) })
  if (males) faults.push({ field: 'placedMales', message: tooFew(males.day, -(males.males ?? 0)) })
  return faults
}

const tooFew = (day: string, lacking: number): FieldFault['message'] => [
  text(
    '按养殖记录，到 {day} 存栏会少于 0（差 {lacking} 只）',
    'By the records there would be fewer than 0 birds on {day} ({lacking} too few)',
  ),
  { day, lacking },
]

/** What the end of a flock is checked against. */
interface Ending {
  today: string
  lastOn: string | null
  /** Birds still in the house by the records. */
  alive: number | null
  /** Until when medicine forbids selling birds for meat, on the last day. */
  meatUntil: string | null
  /** The last day it had when it was reopened. */
  reopenedFrom: string | null
  reason: string
}

/**
 * Why a flock cannot end on a day; null if it can. Of one that was closed before and reopened the birds had left on its last
 * day: medicine told afterwards holds none back, but what was done about it is to be said.
 */
export function endFault(
  endedOn: string,
  placedOn: string,
  { today, lastOn, alive, meatUntil, reopenedFrom, reason }: Ending,
): FieldFault | null {
  const fault = (message: FieldFault['message']) => ({ field: 'endedOn', message })
  if (endedOn < placedOn) return fault(text('早于入舍日期', 'Before the placement date'))
  if (endedOn > today) return fault(text('不能晚于今天', 'Cannot be in the future'))
  if (lastOn !== null && lastOn > endedOn)
    return fault([text('{day} 还有养殖记录', 'There is a record for {day}'), { day: lastOn }])
  if (meatUntil === null || alive === 0) return null
  if (endedOn !== reopenedFrom) return fault(withheld(meatUntil))
  return reason === '' ? { field: 'reason', message: soldBefore(endedOn) } : null
}

/** Birds that may not be sold, because of medicine. */
export const withheld = (day: string): [Text, { day: string }] => [meatWithheld, { day }]

/** Birds that had left before somebody told of medicine that was in them. */
export const soldBefore = (day: string): FieldFault['message'] => [
  text(
    '{day} 已有鸡只出售或转出，处于此药的休药期内。请在说明中写明如何处理',
    'Birds left on {day}, within the withdrawal period of this medicine. Say in the reason what was done about it',
  ),
  { day },
]

/** The same of birds that had joined another flock, whose number this is. */
export const leftElsewhere = ({ day, joined }: Departure): FieldFault['message'] => [
  text(
    '转入批次 {number} 的鸡只已于 {day} 出售，处于此药的休药期内。请在说明中写明如何处理',
    'Birds that were moved on and are in flock {number} left it on {day}, within the withdrawal period of this medicine. Say in the reason what was done about it',
  ),
  { day, number: joined?.number ?? '' },
]

/** Another flock that is in the house, or planned for it, while one would be; birds may leave and come on one day. */
export async function flockAtTheSameTime(
  db: Db,
  of: { houseId: string; placedOn: string; endedOn: string | null; except?: string },
): Promise<{ number: string } | undefined> {
  const [found] = await db
    .select({ number: flock.number })
    .from(flock)
    .where(
      and(
        eq(flock.houseId, of.houseId),
        isNull(flock.deletedAt),
        of.except === undefined ? undefined : ne(flock.id, of.except),
        or(isNull(flock.endedOn), gt(flock.endedOn, of.placedOn)),
        of.endedOn === null ? undefined : lt(flock.placedOn, of.endedOn),
      ),
    )
    .orderBy(flock.placedOn)
    .limit(1)
  return found
}

/** Why a flock cannot be in a house again that is for other birds now, in words; null if it can. */
export const otherBirds = (
  { number, type }: { number: string; type: HouseType },
  house: { type: HouseType },
): [Text, { number: string; of: Text; now: Text }] | null =>
  type === house.type
    ? null
    : [
        text(
          '批次 {number} 是{of}批次，其鸡舍现为{now}舍。请先把鸡舍类型改回',
          'Flock {number} is of a {of} house, and its house is a {now} house now. Change the type of the house back first',
        ),
        { number, of: houseTypeNames[type], now: houseTypeNames[house.type] },
      ]

/** The house has another flock then, in words. */
export const hasFlock = (number: string): [Text, { number: string }] => [
  text('该鸡舍这段时间已有批次 {number}', 'The house already has flock {number} in this time'),
  { number },
]
