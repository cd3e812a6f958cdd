import type { DeviceStatus } from '#shared/devices.ts'
import { useConnection, useHeardAt } from '#web/data/live/live.ts'

/** In front of what the first readings of a device would push: it waits, unseen, until they are there or cannot come. */
export function WaitForReadings({
  device: { id, status },
}: {
  device: { id: string; status: DeviceStatus }
}) {
  const isLost = useConnection(({ nextTryAt }) => nextTryAt !== null)
  const isHeard = useHeardAt(id) !== undefined
  return status === 'ONLINE' && !isHeard && !isLost && <div hidden data-coming />
}
