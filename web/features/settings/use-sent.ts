import { useQuery } from '@tanstack/react-query'
import { type SettingChange, settings } from '#shared/contracts/settings.ts'
import type { SettingGroupKey } from '#shared/signals.ts'
import { call } from '#web/data/client.ts'

/** How many later changes, also at the panel, can come while somebody watches. */
const LOOKED_AT = 10

interface Place {
  houseId: string
  deviceId: string
  group: SettingGroupKey
}

/** The current state of a change sent from here, whatever else has happened to the group. */
export function useSent(
  { houseId, deviceId, group }: Place,
  changeId: string | undefined,
): SettingChange | undefined {
  const { data } = useQuery({
    queryKey: [settings.changes.path, houseId, deviceId, group, 'sent'],
    queryFn: () =>
      call(settings.changes, { params: { id: houseId }, query: { deviceId, group, size: LOOKED_AT } }),
    enabled: changeId !== undefined,
  })
  return data?.items.find(({ id }) => id === changeId)
}
