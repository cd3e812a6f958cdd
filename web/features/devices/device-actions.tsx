import { App, Button, Dropdown, Input } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Credential, type Device, devices } from '#shared/contracts/devices.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import './device-actions.css'

interface Props {
  device: Device
  edit: () => void
  showHistory: () => void
  showCredential: (credential: z.output<typeof Credential>) => void
}

/** What the viewer may do with a device. */
export function DeviceActions(props: Props) {
  const { t } = useTranslation('devices')
  const { device, edit, showHistory } = props
  const items = useMoreItems(props)
  const mayEdit = useMayCall(devices.update)
  const maySee = useMayCall(devices.connections)
  return (
    <span className="row-actions">
      {maySee && (
        <Button
          type="text"
          size="small"
          aria-label={`${t($ => $.details)} ${device.code}`}
          onClick={showHistory}
        >
          {t($ => $.details)}
        </Button>
      )}
      {mayEdit && (
        <Button type="text" size="small" aria-label={`${t($ => $.edit)} ${device.code}`} onClick={edit}>
          {t($ => $.edit)}
        </Button>
      )}
      {items.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items }}>
          <Button
            type="text"
            size="small"
            aria-label={t($ => $.more, { code: device.code })}
            icon={<Ellipsis size={16} aria-hidden />}
          />
        </Dropdown>
      )}
    </span>
  )
}

function useMoreItems({ device, showCredential }: Props) {
  const { t } = useTranslation('devices')
  const touches = [devices.list.path]
  const params = { id: device.id }
  const askReason = useReasonDialog(device)
  const enabling = useSubmit({ touches, success: t($ => $.enabled) })
  const disabling = useSubmit({ touches, success: t($ => $.disabled) })
  const resetting = useSubmit({ touches, success: t($ => $.wasReset) })
  const removing = useSubmit({ touches, success: t($ => $.removed) })
  const hasCredential = device.type === 'gateway'
  const may = {
    enable: useMayCall(devices.enable) && device.status === 'DISABLE',
    disable: useMayCall(devices.disable) && device.status !== 'DISABLE',
    reset: useMayCall(devices.reset) && (hasCredential || device.type === 'controller'),
    remove: useMayCall(devices.remove),
  }
  return [
    may.enable && {
      key: 'enable',
      label: t($ => $.enable),
      onClick: () => void enabling.submit(() => call(devices.enable, { params })),
    },
    may.disable && {
      key: 'disable',
      label: t($ => $.disable),
      onClick: () =>
        askReason('disable', body => disabling.submit(() => call(devices.disable, { params, body }))),
    },
    may.reset && {
      key: 'reset',
      label: t($ => $.reset),
      onClick: () =>
        askReason('reset', body =>
          resetting.submit(async () => showCredential(await call(devices.reset, { params, body }))),
        ),
    },
    may.remove && {
      key: 'remove',
      label: t($ => $.remove),
      onClick: () =>
        askReason('remove', body => removing.submit(() => call(devices.remove, { params, body }))),
    },
  ].filter(item => item !== false)
}

type Grave = 'disable' | 'reset' | 'remove'

/** Asks before a change that takes a device off the air; the reason goes to the history and to the customer. */
function useReasonDialog(device: Device) {
  const { t } = useTranslation('devices')
  const { t: word } = useTranslation('components')
  const { modal } = App.useApp()
  return (what: Grave, run: (body: { reason?: string }) => Promise<boolean>) => {
    let reason = ''
    modal.confirm({
      title: t($ => $.ask[what], { code: device.code }),
      content: (
        <div className="device-question">
          <p>{t($ => $.consequence[what])}</p>
          {device.houseName && <p>{t($ => $.servesHouse, { house: device.houseName })}</p>}
          <label htmlFor="device-reason">{t($ => $.reason)}</label>
          <Input.TextArea
            id="device-reason"
            maxLength={500}
            rows={2}
            onChange={event => {
              reason = event.target.value.trim()
            }}
          />
        </div>
      ),
      okText: t($ => $[what]),
      cancelText: word($ => $.cancel),
      // A refusal keeps the question open, so that the reason can be given.
      onOk: async () => {
        if (!(await run(reason ? { reason } : {}))) throw new Error('refused')
      },
    })
  }
}
