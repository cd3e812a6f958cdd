import { type SettingsOfGroup, settings } from '#shared/contracts/settings.ts'
import { useReadOnce } from '#web/components/use-read-once.ts'
import { call } from '#web/data/client.ts'

/** The other houses of the customer and type with their values of this group: what is seen is what is sent. */
export const useCopyTargets = ({ house, device, group }: SettingsOfGroup) =>
  useReadOnce([settings.copyTargets.path, house.id, device.id, group], () =>
    call(settings.copyTargets, { params: { id: house.id }, query: { deviceId: device.id, group } }),
  )
