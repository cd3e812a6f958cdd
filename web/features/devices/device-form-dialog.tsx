import { Checkbox, Form, Input, Modal, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Credential, type Device, type DeviceForm, devices } from '#shared/contracts/devices.ts'
import { deviceTypes } from '#shared/devices.ts'
import { DEVICE_CODE } from '#shared/limits.ts'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useDeviceOptions, useOfficeOptions } from '#web/components/use-options.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'

type Values = z.input<typeof DeviceForm>

interface Props {
  device: Device | null
  close: () => void
  showCredential: (credential: z.output<typeof Credential>) => void
}

/** Registers a device, whose credential is then shown once, or changes one. */
export function DeviceFormDialog({ device, close, showCredential }: Props) {
  const { t } = useTranslation('devices')
  const { t: word } = useTranslation('components')
  const [form] = Form.useForm<Values>()
  const { busy, submit } = useSubmit({
    touches: [devices.list.path, devices.options.path],
    success: device ? t($ => $.changed) : t($ => $.registered),
    form,
  })
  const save = async (values: Values) => {
    const saved = await submit(async () => {
      if (device) {
        const body = { ...values, type: device.type, version: device.version }
        return call(devices.update, { params: { id: device.id }, body })
      }
      const created = await call(devices.create, { body: values })
      if (created.credential) showCredential({ ...created.credential, device: created.device })
    })
    if (saved) close()
  }
  return (
    <Modal
      open
      title={device ? device.code : t($ => $.new)}
      okText={word($ => $.save)}
      cancelText={word($ => $.cancel)}
      confirmLoading={busy}
      onOk={form.submit}
      onCancel={close}
      mask={{ closable: false }}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        scrollToFirstError
        initialValues={device ?? { type: 'gateway', speaksMqtt: false }}
        onFinish={values => void save(values)}
      >
        <Fields device={device} />
      </Form>
    </Modal>
  )
}

function Fields({ device }: { device: Device | null }) {
  const { t } = useTranslation('devices')
  const { t: word } = useTranslation('components')
  const offices = useOfficeOptions()
  const gateways = useDeviceOptions('gateway')
  const type = Form.useWatch('type') ?? device?.type ?? 'gateway'
  const speaksMqtt = Form.useWatch('speaksMqtt') === true
  const required = [{ required: true, message: word($ => $.required) }]
  const codeRules = [
    { required: true, message: t($ => $.codeWanted) },
    { pattern: DEVICE_CODE.pattern, message: t($ => $.codeWrong) },
    { min: DEVICE_CODE.min, max: DEVICE_CODE.max, message: t($ => $.codeLength) },
  ]
  return (
    <>
      <Form.Item name="type" label={t($ => $.fields.type)} rules={required}>
        <Select
          disabled={device !== null}
          options={deviceTypes.map(value => ({ value, label: word($ => $.deviceType[value]) }))}
        />
      </Form.Item>
      <Form.Item
        name="code"
        label={t($ => $.fields.code)}
        extra={t($ => $.codeHint)}
        rules={codeRules}
        normalize={(value: string) => value.trim()}
      >
        <Input className="mono" maxLength={DEVICE_CODE.max} autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item name="name" label={t($ => $.fields.name)} rules={required}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="officeId" label={t($ => $.fields.officeId)} rules={required}>
        <RemoteSelect
          source={offices}
          also={device ? [{ value: device.officeId, label: device.officeName }] : []}
        />
      </Form.Item>
      {type === 'controller' && !device && (
        <Form.Item name="speaksMqtt" valuePropName="checked">
          <Checkbox>{t($ => $.fields.speaksMqtt)}</Checkbox>
        </Form.Item>
      )}
      {type !== 'gateway' && !(type === 'controller' && speaksMqtt) && (
        <Form.Item name="gatewayId" label={t($ => $.fields.gatewayId)} rules={device ? [] : required}>
          <RemoteSelect
            source={gateways}
            also={device?.gatewayId ? [{ value: device.gatewayId, label: device.gatewayCode ?? '' }] : []}
          />
        </Form.Item>
      )}
    </>
  )
}
