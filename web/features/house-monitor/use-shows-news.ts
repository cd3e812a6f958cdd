import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { useFreshness } from '#web/data/live/live.ts'

/** Whether the house's values are current: its device is heard, we are connected, and it is not offline. */
export const useShowsNews = (house: Pick<HouseOnMonitor, 'iotId' | 'reportIntervalS' | 'state'>): boolean =>
  useFreshness(house.iotId, house.reportIntervalS) === 'fresh' && house.state !== 'offline'
