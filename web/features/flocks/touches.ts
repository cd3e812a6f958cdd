import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { houses } from '#shared/contracts/houses.ts'

/** What a change of a flock or a record makes stale. */
export const flockTouches = [
  flocks.list.path,
  flockRecords.list.path,
  houses.list.path,
  houses.monitor.path,
] as const
