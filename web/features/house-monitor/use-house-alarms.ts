import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { alarms } from '#shared/contracts/alarms.ts'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { paths } from '#shared/screens.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useChange } from '#web/components/use-change.ts'
import { call } from '#web/data/client.ts'
import { readingsOf, useLiveHouse } from '#web/data/live/live.ts'
import type { LiveHouse } from '#web/data/live/store.ts'
import { readAgain } from '#web/data/queries.ts'
import { useMayCall } from '#web/data/session.ts'
import { keyOf, type ReportedAlarm, type ShownAlarm, standingAlarms } from './standing-alarms.ts'

/** ms; a change in what the controller reports is fetched at once */
const REREAD_MS = 30_000
const MOST = 50
const none: LiveHouse['alarms'] = []

/** The active alarms of a house, from any device, worst first, and how to mark them seen. */
export function useHouseAlarms({ id: houseId }: HouseOnMonitor): {
  alarms: ShownAlarm[]
  /** Tells the server that somebody saw these; null if the viewer may not. */
  acknowledge: ((seen: readonly ShownAlarm[]) => Promise<void>) | null
} {
  const standing = useLiveHouse(houseId)?.alarms ?? none
  const { exists } = useScreen()
  const mayRead = exists(paths.alarms)
  const mayAcknowledge = useMayCall(alarms.seen) && mayRead
  const cache = useQueryClient()
  const { data, refetch } = useQuery({
    queryKey: [alarms.list.path, 'house', houseId],
    queryFn: () => call(alarms.list, { query: { houseId, open: 'open', size: MOST } }),
    enabled: mayRead,
    refetchInterval: REREAD_MS,
  })
  useChange(standing.map(keyOf).join(), () => void (mayRead && refetch()))

  const shown = useMemo(() => {
    const reported = standing.map(({ code, level, iotId }): ReportedAlarm => {
      const [isOn, at] = readingsOf(iotId)(`Alarm/${code}`) ?? []
      return { code, level, iotId, at: isOn === true && at ? at : null }
    })
    return standingAlarms(reported, data?.items ?? [])
  }, [standing, data])

  async function acknowledge(seen: readonly ShownAlarm[]) {
    for (const { row } of seen) if (row) await call(alarms.seen, { params: { id: row.id }, body: {} })
    await readAgain(cache, [alarms.list.path])
  }
  return { alarms: shown, acknowledge: mayAcknowledge ? acknowledge : null }
}
