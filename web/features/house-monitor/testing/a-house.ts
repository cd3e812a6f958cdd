import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import type { Urgency } from '../order.ts'

/** A broiler house that reported just now; a test says what is different in its own. */
export const aHouse = (change: Partial<HouseOnMonitor> = {}): HouseOnMonitor & { urgency: Urgency } => ({
  ...{
    id: 'h1',
    name: 'House 1',
    officeId: 'o',
    officeName: 'Qilu',
    customer: null,
    type: 'broiler',
    breed: 'ross308',
  },
  ...{ groupId: null, groupName: null, cage: null },
  ...{ lengthM: 120, widthM: 15, heightM: 4, timeZone: 'Asia/Shanghai', ownTimeZone: null },
  ...{
    latitude: null,
    longitude: null,
    flockStartedOn: '2026-10-20',
    flockHatchedOn: null,
    aliveCount: null,
    flockCount: 30_000,
    flockSold: null,
    dayAge: 31,
    standardAge: 31,
    placedInDays: null,
  },
  ...{
    devices: [],
    mainId: 'd',
    iotId: 'd',
    others: [],
    version: 1,
    createdAt: '2026-01-01T00:00:00Z',
    state: 'normal',
    stateSince: null,
    alarms: [],
  },
  ...{ lastMessageAt: null, reportIntervalS: 10, readings: {}, urgency: 'normal' },
  ...change,
})
