import { Checkbox, Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Device, devices } from '#shared/contracts/devices.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { CallError, call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { CodeField } from '../code-field.tsx'
import { useReplacementOptions } from '../device-options.ts'
import type { Access } from '../snippets.ts'
import { ReplacementSteps } from './replacement-steps.tsx'
import { WhatMoves } from './what-moves.tsx'
import './replacement.css'

interface Values {
  from: 'new' | 'registered'
  code?: string
  name?: string
  speaksMqtt?: boolean
  newDeviceId?: string
  reason?: string
}

interface Props {
  device: Device
  replaced: (next: Device, credential: Access | null) => void
  /** Somebody else was faster: reads the device's current state. */
  reread: () => void
  close: () => void
}

/** Chooses the replacement, and explains the consequences beforehand. */
export function ChooseStep({ device, replaced, reread, close }: Props) {
  const { t } = useTranslation('devices')
  const mayRegister = useMayCall(devices.create)
  const replace = async ({ from, reason, ...values }: Values) => {
    const { newDeviceId, ...made } = values
    const chosen = from === 'new' ? made : { newDeviceId }
    const body = { ...chosen, ...(reason?.trim() && { reason }), version: device.version }
    try {
      const { device: next, credential } = await call(devices.replace, { params: { id: device.id }, body })
      replaced(next, credential)
    } catch (error) {
      if (error instanceof CallError && error.status === 409) reread()
      throw error
    }
  }
  return (
    <FormDialog<Values>
      title={t($ => $.replacement.title, { code: device.code })}
      width={640}
      initial={{ from: mayRegister ? 'new' : 'registered', name: device.name, speaksMqtt: false }}
      save={replace}
      success={t($ => $.replacement.done)}
      doing={t($ => $.replacement.now)}
      close={close}
      saved={() => undefined}
    >
      <ReplacementSteps step={0} />
      <Fields device={device} mayRegister={mayRegister} />
    </FormDialog>
  )
}

function Fields({ device, mayRegister }: { device: Device; mayRegister: boolean }) {
  const { t } = useTranslation('devices')
  const { t: word } = useTranslation('components')
  const options = useReplacementOptions(device.id)
  const from = Form.useWatch('from') ?? (mayRegister ? 'new' : 'registered')
  const code: string | undefined = Form.useWatch('code')
  const newDeviceId: string | undefined = Form.useWatch('newDeviceId')
  const speaksMqtt = Form.useWatch('speaksMqtt') === true
  const required = [{ required: true, message: word($ => $.required) }]
  const isNew = from === 'new'
  const chosen = options.options.find(({ value }) => value === newDeviceId)?.label.split(' · ')[0]
  return (
    <>
      {mayRegister && (
        <FormField name="from" label={t($ => $.replacement.which)}>
          <Radio.Group
            optionType="button"
            options={(['new', 'registered'] as const).map(value => ({
              value,
              label: t($ => $.replacement.from[value]),
            }))}
          />
        </FormField>
      )}
      {isNew ? (
        <div className="replacement-new">
          <CodeField />
          <FormField name="name" label={t($ => $.fields.name)} rules={required}>
            <Input maxLength={100} />
          </FormField>
          {device.type === 'controller' && device.gatewayId !== null && (
            <FormField name="speaksMqtt" valuePropName="checked">
              <Checkbox>{t($ => $.fields.speaksMqtt)}</Checkbox>
            </FormField>
          )}
        </div>
      ) : (
        <FormField
          name="newDeviceId"
          label={t($ => $.replacement.from.registered)}
          extra={t($ => $.replacement.registeredHint)}
          rules={required}
        >
          <RemoteSelect source={options} notFoundContent={t($ => $.replacement.noneFree)} />
        </FormField>
      )}
      <WhatMoves device={device} next={isNew ? code : chosen} isItself={isNew && speaksMqtt} />
      <FormField name="reason" label={t($ => $.reason)} extra={t($ => $.replacement.reasonHint)}>
        <Input.TextArea maxLength={500} rows={2} />
      </FormField>
    </>
  )
}
