import { useTranslation } from 'react-i18next'
import { type Device, devices } from '#shared/contracts/devices.ts'
import { later } from '#web/components/later.tsx'
import { useShowDialog } from '#web/components/list/list-dialogs.tsx'
import type { RowAction } from '#web/components/list/row-actions.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useAskReason } from './use-ask-reason.ts'

const PairingDialog = later(() => import('./pairing-dialog.tsx').then(file => file.PairingDialog))

/** Shows a code by which a new computer becomes this gateway; asks before, if one is that already. */
export function usePair(device: Device): RowAction {
  const { t } = useTranslation('devices')
  const askReason = useAskReason()
  const show = useShowDialog()
  const { submit } = useSubmit()
  const params = { id: device.id }
  const pair = async (body: { reason?: string }) => {
    const issued = await call(devices.pair, { params, body })
    show(close => <PairingDialog device={device} issued={issued} renew={start} close={close} />)
  }
  function start(): void {
    if (device.lastMessageAt === null) void submit(() => pair({}))
    else askReason('pair', [device], (body, form) => submit(() => pair(body), form))
  }
  return {
    key: 'pair',
    label: t($ => $.pair),
    endpoint: devices.pair,
    isOpen: device.type === 'gateway' && device.status !== 'DISABLE',
    onClick: start,
  }
}
