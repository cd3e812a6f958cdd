import type { TestApp } from '../../../testing/app.ts'
import { openHouseDirectory } from '../../house-state/house-directory.ts'
import { keyOf, type NewAlarm, recordChanges } from '../alarm-record.ts'
import { type RingParts, ringFarm } from '../ring.ts'

/** Does something with what telling people of alarms depends on. */
export async function withRingParts<T>(
  { store, events, devices, log, config }: TestApp['services'],
  work: (parts: RingParts) => Promise<T>,
): Promise<T> {
  const directory = await openHouseDirectory(store, events, error => log.error({ err: error }, 'houses'))
  try {
    return await work({ store, directory, devices, config })
  } finally {
    directory.stop()
  }
}

/** Records a critical alarm of a controller and tells of it. Returns the accounts that were told. */
export function raiseAlarm(
  services: TestApp['services'],
  alarm: Pick<NewAlarm, 'subjectId' | 'code' | 'houseIds' | 'farmPath'> & Partial<NewAlarm>,
): Promise<string[]> {
  const raised: NewAlarm = {
    rule: alarm.code,
    source: 'controller',
    level: 'critical',
    officePath: alarm.farmPath,
    at: Date.now(),
    since: null,
    value: null,
    limit: null,
    target: null,
    ...alarm,
  }
  const change = {
    what: 'raised',
    key: keyOf(raised),
    farmPath: raised.farmPath,
    about: { ...raised, raisedAt: raised.at },
    alarm: raised,
  } as const
  return withRingParts(services, async parts => {
    await recordChanges(services.store, [change])
    return ringFarm(parts, raised.farmPath)
  })
}
