import { useQuery } from '@tanstack/react-query'
import { type SettingChange, settings } from '#shared/contracts/settings.ts'
import type { SettingGroupKey } from '#shared/signals.ts'
import { call } from '#web/data/client.ts'

/** Changes that can have come after it while somebody watches, at the panel too. */
const LOOKED_AT = 10

interface Place {
  houseId: string
  deviceId: string
  group: SettingGroupKey
}

/** A change that was sent from here, as far as it is now; whatever else became of the group meanwhile. */
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
