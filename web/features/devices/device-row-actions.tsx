import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Device, devices } from '#shared/contracts/devices.ts'
import { houses } from '#shared/contracts/houses.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { later } from '#web/components/later.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { CallError, call } from '#web/data/client.ts'
import { readAgain } from '#web/data/queries.ts'
import { useAskReason } from './use-ask-reason.ts'
import { usePair } from './use-pair.tsx'
import { useShowCredential } from './use-show-credential.tsx'

const DeviceHistoryDialog = later(() =>
  import('./device-history-dialog.tsx').then(file => file.DeviceHistoryDialog),
)

interface Props {
  device: Device
  edit: () => void
  replace: () => void
}

/** What the viewer may do with a device. */
export function DeviceRowActions({ device, edit, replace }: Props) {
  const { t } = useTranslation('devices')
  const params = { id: device.id }
  const askReason = useAskReason()
  const showCredential = useShowCredential()
  const pair = usePair(device)
  const refresh = useRefresh(device)
  const { open, exists } = useScreen()
  const enabling = useSubmit({ success: t($ => $.enabled) })
  const disabling = useSubmit({ success: t($ => $.disabled) })
  const resetting = useSubmit({ success: t($ => $.wasReset) })
  const removing = useSubmit({ success: t($ => $.removed) })
  const isDisabled = device.status === 'DISABLE'
  const hasCredential = device.type === 'gateway' || device.type === 'controller'
  return (
    <RowActions
      name={device.code}
      actions={[
        {
          key: 'history',
          label: t($ => $.details),
          endpoint: devices.connections,
          dialog: close => <DeviceHistoryDialog device={device} close={close} />,
        },
        pair,
        { key: 'edit', label: t($ => $.edit), endpoint: devices.update, onClick: edit },
        {
          key: 'replace',
          label: device.awaitsBirth ? t($ => $.replacement.goOn) : t($ => $.replacement.start),
          endpoint: devices.replace,
          isOpen: device.type !== 'gateway' && device.houseId !== null,
          onClick: replace,
        },
        {
          key: 'refresh',
          label: t($ => $.refresh),
          endpoint: devices.refresh,
          isOpen: !isDisabled,
          onClick: refresh,
        },
        {
          key: 'reports',
          label: t($ => $.reports),
          endpoint: houses.charted,
          isOpen: device.houseId !== null && exists(paths.charts),
          onClick: () => open(hrefOf(paths.charts, { houseId: device.houseId ?? '' })),
        },
        {
          key: 'repair',
          label: t($ => $.repair),
          endpoint: repairs.create,
          isOpen: exists(paths.myRepairs),
          onClick: () =>
            open(hrefOf(paths.myRepairs, { new: '1', device: device.id, houseId: device.houseId })),
        },
        {
          key: 'enable',
          label: t($ => $.enable),
          endpoint: devices.enable,
          isOpen: isDisabled,
          onClick: () => void enabling.submit(() => call(devices.enable, { params })),
        },
        {
          key: 'disable',
          label: t($ => $.disable),
          endpoint: devices.disable,
          isOpen: !isDisabled,
          onClick: () =>
            askReason('disable', [device], (body, form) =>
              disabling.submit(() => call(devices.disable, { params, body }), form),
            ),
        },
        {
          key: 'reset',
          label: t($ => $.reset),
          endpoint: devices.reset,
          isOpen: hasCredential,
          onClick: () =>
            askReason('reset', [device], (body, form) =>
              resetting.submit(
                async () =>
                  showCredential({ credential: await call(devices.reset, { params, body }), isReset: true }),
                form,
              ),
            ),
        },
        {
          key: 'remove',
          label: t($ => $.remove),
          endpoint: devices.remove,
          onClick: () =>
            askReason('remove', [device], (body, form) =>
              removing.submit(() => call(devices.remove, { params, body }), form),
            ),
        },
      ]}
    />
  )
}

/** A deleted device can only be restored. */
export function DeletedDeviceActions({ device: { id, code, gatewayId } }: { device: Device }) {
  const { t } = useTranslation('devices')
  const { modal } = App.useApp()
  const confirm = useConfirmed({ success: t($ => $.restored) })
  const restore = () =>
    confirm(
      {
        title: t($ => $.restoring.ask, { code }),
        says: gatewayId === null ? t($ => $.restoring.credential) : t($ => $.restoring.says),
        ok: t($ => $.restore),
      },
      async () => {
        const { without } = await call(devices.restore, { params: { id } })
        if (without !== null)
          modal.warning({
            title: t($ => $.restored),
            content: t($ => $.restoring.without, { code, house: without }),
          })
      },
    )
  return (
    <RowActions
      name={code}
      actions={[{ key: 'restore', label: t($ => $.restore), endpoint: devices.restore, onClick: restore }]}
    />
  )
}

/** "Get latest status": makes its gateway report everything again, if it is connected. */
function useRefresh({ id, code }: Device): () => void {
  const { t } = useTranslation('devices')
  const { t: word } = useTranslation('components')
  const { message } = App.useApp()
  const cache = useQueryClient()
  const ask = async () => {
    const { asked } = await call(devices.refresh, { params: { id } })
    if (asked) void message.success(t($ => $.refreshed, { code }))
    else void message.warning(t($ => $.notConnected, { code }))
    void readAgain(cache, [devices.list.path])
  }
  return () =>
    void ask().catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
      if (!error.told) void message.error(error.message || word($ => $.noAnswer))
    })
}
