import { platformAlarms } from '#shared/alarms.ts'
import type { EventMap } from '../../platform/events.ts'
import type { HouseDirectory } from '../house-state/house-directory.ts'
import type { AlarmBook } from './alarm-book.ts'

/** The rule behind `SettingNotReturned`. */
const OVERDUE_RETURN = 'overdue return'

/** Temporary setting changes are still in force after their end at exactly these devices. */
export function bookOverdueReturns(
  book: AlarmBook,
  directory: HouseDirectory,
  { deviceIds }: EventMap['overdueReturn'][0],
  at: number,
): void {
  for (const about of book.all())
    if (about.rule === OVERDUE_RETURN && !deviceIds.includes(about.subjectId)) book.clear(about, at)
  for (const subjectId of deviceIds) {
    const house = directory.houseOfDevice(subjectId)
    if (!house || book.find({ subjectId, rule: OVERDUE_RETURN })) continue
    book.raise({
      subjectId,
      rule: OVERDUE_RETURN,
      code: 'SettingNotReturned',
      level: platformAlarms.SettingNotReturned.severity,
      source: 'platform',
      houseIds: [house.id],
      officePath: house.officePath,
      farmPath: house.farmPath,
      at,
      since: null,
      value: null,
      limit: null,
      target: null,
    })
  }
}
