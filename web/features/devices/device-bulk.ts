import { useTranslation } from 'react-i18next'
import { type Device, devices } from '#shared/contracts/devices.ts'
import type { BulkAction } from '#web/components/list/strip.tsx'
import { useBulk } from '#web/components/list/use-bulk.tsx'
import { useMayCall } from '#web/data/session.ts'
import { useReasonDialog } from './reason-dialog.tsx'

/** What the viewer may do with several devices. */
export function useBulkActions(): BulkAction<Device>[] {
  const { t } = useTranslation('devices')
  const may = {
    enable: useMayCall(devices.enable),
    disable: useMayCall(devices.disable),
    remove: useMayCall(devices.remove),
  }
  const runAll = useBulk<Device>(devices.bulk, [devices.list.path])
  const askReason = useReasonDialog()
  const action = (key: keyof typeof may, run: BulkAction<Device>['run']) =>
    may[key] ? [{ key, label: t($ => $[key]), run }] : []
  const grave = (what: 'disable' | 'remove') =>
    action(what, (rows, drop) =>
      askReason(what, rows, reason => runAll({ rows, body: { action: what, ...reason }, drop })),
    )
  return [
    ...action('enable', (rows, drop) => void runAll({ rows, body: { action: 'enable' }, drop })),
    ...grave('disable'),
    ...grave('remove'),
  ]
}
