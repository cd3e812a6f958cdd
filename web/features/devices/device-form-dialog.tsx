import { Checkbox, Form, Input } from 'antd'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Device, type DeviceForm, devices } from '#shared/contracts/devices.ts'
import { deviceTypes } from '#shared/devices.ts'
import { STAFF } from '#shared/permissions.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormChanges, FormField } from '#web/components/form/form-field.tsx'
import { ChoiceSelect, RemoteSelect } from '#web/components/remote-select.tsx'
import { useOfficeOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { useSession } from '#web/data/session.ts'
import { CodeField } from './code-field.tsx'
import { useDeviceOptions, useProductOptions } from './device-options.ts'
import { useShowCredential } from './use-show-credential.tsx'

type Values = z.input<typeof DeviceForm>

interface Props {
  device: Device | null
  close: () => void
}

/** Registers a device, whose credential is then shown once, or changes one. */
export function DeviceFormDialog({ device, close }: Props) {
  const { t } = useTranslation('devices')
  const showCredential = useShowCredential()
  const register = async (body: Values) => {
    const { device, credential } = await call(devices.create, { body })
    if (credential) showCredential({ credential: { ...credential, device }, isReset: false })
  }
  const labels = Object.fromEntries(
    (['type', 'code', 'name', 'officeId', 'gatewayId', 'productId'] as const).map(name => [
      name,
      t($ => $.fields[name]),
    ]),
  )
  return (
    <FormDialog<Values>
      title={device ? device.code : t($ => $.new)}
      initial={device ?? { type: 'gateway', speaksMqtt: false }}
      {...(device ? { version: device.version } : {})}
      save={(values, version) =>
        device
          ? call(devices.update, {
              params: { id: device.id },
              body: { ...values, type: device.type, version },
            })
          : register(values)
      }
      namesOf={(current: Device) => [
        ...officeNamed(current),
        ...gatewayNamed(current),
        ...productNamed(current),
      ]}
      success={device ? t($ => $.changed) : t($ => $.registered)}
      labels={labels}
      close={close}
    >
      <Fields device={device} />
    </FormDialog>
  )
}

const officeNamed = (device: Device | null) =>
  device ? [{ value: device.officeId, label: device.officeName }] : []
const gatewayNamed = (device: Device | null) =>
  device?.gatewayId ? [{ value: device.gatewayId, label: device.gatewayCode ?? '' }] : []

const productNamed = (device: Device | null) =>
  device?.productId ? [{ value: device.productId, label: device.productName ?? '' }] : []

function Fields({ device }: { device: Device | null }) {
  const { t } = useTranslation('devices')
  const { t: word } = useTranslation('components')
  const offices = useOfficeOptions()
  const { put } = useContext(FormChanges)
  const officeId: string | undefined = Form.useWatch('officeId') ?? device?.officeId
  const gateways = useDeviceOptions('gateway', officeId)
  const type = Form.useWatch('type') ?? device?.type ?? 'gateway'
  const speaksMqtt = Form.useWatch('speaksMqtt') === true
  const isStaff = useSession(({ user }) => user?.kind === STAFF)
  const required = [{ required: true, message: word($ => $.required) }]
  return (
    <>
      <FormField name="type" label={t($ => $.fields.type)} rules={required}>
        <ChoiceSelect
          disabled={device !== null}
          options={deviceTypes.map(value => ({ value, label: word($ => $.deviceType[value]) }))}
        />
      </FormField>
      <CodeField />
      <FormField name="name" label={t($ => $.fields.name)} rules={required}>
        <Input maxLength={100} />
      </FormField>
      <FormField name="officeId" label={t($ => $.fields.officeId)} rules={required}>
        <RemoteSelect
          source={offices}
          also={officeNamed(device)}
          // A gateway serves a single customer.
          onChange={() => put?.('gatewayId', null)}
        />
      </FormField>
      {type === 'controller' && !device && (
        <FormField name="speaksMqtt" valuePropName="checked">
          <Checkbox>{t($ => $.fields.speaksMqtt)}</Checkbox>
        </FormField>
      )}
      {type !== 'gateway' && !(type === 'controller' && speaksMqtt) && (
        <FormField name="gatewayId" label={t($ => $.fields.gatewayId)} rules={device ? [] : required}>
          <RemoteSelect source={gateways} also={gatewayNamed(device)} />
        </FormField>
      )}
      {type === 'controller' && isStaff && <ProductField device={device} />}
    </>
  )
}

/** A controller's model; those that match what it reported come first. */
function ProductField({ device }: { device: Device | null }) {
  const { t } = useTranslation('devices')
  const products = useProductOptions(device?.id)
  return (
    <FormField name="productId" label={t($ => $.fields.productId)} extra={t($ => $.productSays)}>
      <RemoteSelect source={products} also={productNamed(device)} allowClear />
    </FormField>
  )
}
