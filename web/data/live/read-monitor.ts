import { type HouseOnMonitor, houses } from '#shared/contracts/houses.ts'
import { call } from '../client.ts'
import { live } from './live.ts'

/** Reads all houses with their readings. What they told is live before the answer is drawn: no frame says that nothing came. */
export async function readMonitor(): Promise<readonly HouseOnMonitor[]> {
  const told = await call(houses.monitor)
  live.takeSnapshot(told)
  return told
}
