import { useTranslation } from 'react-i18next'
import { type Device, devices } from '#shared/contracts/devices.ts'
import type { BulkAction } from '#web/components/list/strip.tsx'
import { useBulk } from '#web/components/list/use-bulk.tsx'
import { useAskReason } from './use-ask-reason.ts'

/** Bulk actions on devices. */
export function useBulkActions(): BulkAction<Device>[] {
  const { t } = useTranslation('devices')
  const runAll = useBulk<Device>(devices.bulk)
  const askReason = useAskReason()
  const grave =
    (what: 'disable' | 'remove'): BulkAction<Device>['run'] =>
    (rows, drop) =>
      askReason(what, rows, reason => runAll({ rows, body: { action: what, ...reason }, drop }))
  return [
    {
      key: 'enable',
      label: t($ => $.enable),
      endpoint: devices.enable,
      run: (rows, drop) => void runAll({ rows, body: { action: 'enable' }, drop }),
    },
    { key: 'disable', label: t($ => $.disable), endpoint: devices.disable, run: grave('disable') },
    { key: 'remove', label: t($ => $.remove), endpoint: devices.remove, run: grave('remove') },
  ]
}
