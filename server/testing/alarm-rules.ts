import { newId } from '../platform/database/ids.ts'
import { SYSTEM } from '../platform/database/store.ts'
import { alarmDuty, alarmRule } from '../platform/database/tables/alarm-rules.ts'
import type { Services } from '../platform/services.ts'
import type { SeededOffice } from './store.ts'

let built = 0

/** An active rule of a farm: humidity above 80 % is at once a warning for whoever is on call. */
export async function buildAlarmRule(
  { store }: Services,
  office: SeededOffice,
  more: Partial<typeof alarmRule.$inferInsert> = {},
) {
  const row = {
    id: newId(),
    officePath: office.path,
    farmPath: office.farmPath ?? office.path,
    name: `Rule ${++built}`,
    metric: 'Climate/Hum/Avg' as const,
    direction: 'above' as const,
    limit: 80,
    forMinutes: 0,
    level: 'warning' as const,
    receivers: 'onCall' as const,
    ways: [],
    status: 'on' as const,
    ...more,
  }
  await store.scoped(SYSTEM).insert(alarmRule).values(row)
  return row
}

/** Somebody who is always on call, unless specified. */
export async function buildDuty(
  { store }: Services,
  office: SeededOffice,
  more: Partial<typeof alarmDuty.$inferInsert> & { accountId: string },
) {
  const row = {
    id: newId(),
    officePath: office.path,
    farmPath: office.farmPath ?? office.path,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    fromClock: '00:00',
    untilClock: '00:00',
    ...more,
  }
  await store.scoped(SYSTEM).insert(alarmDuty).values(row)
  return row
}
