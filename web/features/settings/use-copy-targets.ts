import { useQuery } from '@tanstack/react-query'
import { type SettingsOfGroup, settings } from '#shared/contracts/settings.ts'
import { call } from '#web/data/client.ts'

/** The other houses of the customer and type with their values of this group, as they are when the drawer opens. */
export const useCopyTargets = ({ house, device, group }: SettingsOfGroup) =>
  useQuery({
    queryKey: [settings.copyTargets.path, house.id, device.id, group],
    queryFn: () =>
      call(settings.copyTargets, { params: { id: house.id }, query: { deviceId: device.id, group } }),
    // What was looked at is what is sent, until the drawer is opened again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
