import type { FlockChange } from '#shared/contracts/flocks.ts'
import { text } from '#shared/text.ts'
import { daysAfter } from '#shared/zone-time.ts'
import type { FieldFault } from '../../platform/http/errors.ts'

/** Days ahead that a flock may be planned. */
const PLANNED_AHEAD = 366

/** What a flock's form is checked against. Days are in the house's zone. */
interface Around {
  today: string
  /** First and last day with a record; null without any. */
  firstOn: string | null
  lastOn: string | null
  /** Net loss of birds by the records. */
  gone: number
}

/** What is wrong with the dates and numbers of a flock, beside their fields. */
export function flockFaults(form: FlockChange, { today, firstOn, gone }: Around): FieldFault[] {
  const { placedOn, hatchedOn, placedCount, maturedOn, matureCount, placedMales } = form
  const faults: FieldFault[] = []
  const fault = (field: keyof FlockChange, message: FieldFault['message']) => faults.push({ field, message })
  if (placedOn > daysAfter(today, PLANNED_AHEAD)) fault('placedOn', 'house.flockTooFar')
  if (firstOn !== null && firstOn < placedOn)
    fault('placedOn', [
      text(
        '{day} 已有养殖记录，入舍日期不能晚于该日',
        'There is a record for {day}. The placement date cannot be later',
      ),
      { day: firstOn },
    ])
  if (hatchedOn && hatchedOn > placedOn) fault('hatchedOn', 'house.hatchedAfterPlacement')
  if (placedCount < gone)
    fault('placedCount', [
      text('记录中已死淘、售出或转出 {gone} 只', 'The records show that {gone} birds are already gone'),
      { gone },
    ])
  if (maturedOn && maturedOn < (hatchedOn ?? placedOn))
    fault('maturedOn', text('成熟日期早于入舍', 'Before the placement date'))
  if (matureCount && !maturedOn) fault('maturedOn', text('请填写成熟日期', 'Enter when they came into lay'))
  if (matureCount && matureCount > placedCount + (placedMales ?? 0))
    fault('matureCount', text('多于入舍数', 'More than were placed'))
  return faults
}

/** Why a flock cannot end on a day; null if it can. */
export function endFault(endedOn: string, placedOn: string, { today, lastOn }: Around): FieldFault | null {
  const fault = (message: FieldFault['message']) => ({ field: 'endedOn', message })
  if (endedOn < placedOn) return fault(text('早于入舍日期', 'Before the placement date'))
  if (endedOn > today) return fault(text('不能晚于今天', 'Cannot be in the future'))
  if (lastOn !== null && lastOn > endedOn)
    return fault([text('{day} 还有养殖记录', 'There is a record for {day}'), { day: lastOn }])
  return null
}
