import { eggsOf } from '#shared/flocks.ts'
import { text } from '#shared/text.ts'
import { type Given, withdrawalOn } from '#shared/withdrawal.ts'
import { carriedMedicine } from '../../farm/flocks/carried-medicine.ts'
import { departuresOf } from '../../farm/flocks/departures.ts'
import { type FoundFlock, recordsOf } from '../../farm/flocks/flocks.queries.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import type { FieldFault } from '../../platform/http/errors.ts'

/**
 * What left a flock since birds with medicine in them joined it, told only now: birds and eggs, each within a withdrawal period
 * that nobody knew of. To be answered by a reason, since what happened is never refused.
 */
export async function joinedSaleFaults(
  { db, viewer, body }: ChangingCall & { body: { day: string } },
  { row }: FoundFlock,
  brought: readonly Given[],
): Promise<FieldFault[]> {
  const records = await recordsOf(db, [row.id])
  const known: Given[] = [...records, ...(await carriedMedicine(db, viewer.scope, row, records))]
  const departures = await departuresOf(db, viewer.scope, row, records)
  const later = records.filter(({ day }) => day > body.day)
  const left = later.filter(each => each.sold || each.movedOut || each.movedOutMales)
  const laid = later.filter(each => (eggsOf(each) ?? 0) > 0)
  /** The first of these days that the medicine of the moved birds forbids and that of the others does not. */
  const first = (days: readonly { day: string }[], of: 'meat' | 'eggs') =>
    days
      .map(({ day }) => day)
      .filter(day => day > body.day && withdrawalOn(day, known)[of] === null)
      .filter(day => withdrawalOn(day, [...known, ...brought])[of] !== null)
      .sort()[0]
  const meat = first([...departures.birds, ...left], 'meat')
  const eggs = first([...departures.eggs, ...laid], 'eggs')
  const { number } = row
  return [
    ...(meat ? [{ field: 'reason', message: [birdsLeft, { number, day: meat }] as const }] : []),
    ...(eggs ? [{ field: 'reason', message: [eggsLeft, { number, day: eggs }] as const }] : []),
  ]
}

const birdsLeft = text(
  '批次 {number} 在 {day} 已有鸡离舍，处于并入鸡只的休药期内。请在说明中写明如何处理',
  'Birds left flock {number} on {day}, within the withdrawal period of those that join it. Say in the reason what was done about it',
)
const eggsLeft = text(
  '批次 {number} 在 {day} 已有产蛋或售蛋，处于并入鸡只的弃蛋期内。请在说明中写明这些蛋如何处理',
  'Flock {number} has eggs of {day}, within the withdrawal period of the birds that join it. Say in the reason what was done with them',
)
