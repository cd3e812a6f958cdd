import { Form, Input, InputNumber, Modal, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type House, type HouseForm, houses } from '#shared/contracts/houses.ts'
import { houseTypes } from '#shared/signals.ts'
import { breedsFor } from '#shared/standards/standards.ts'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useDeviceOptions, useOfficeOptions } from '#web/components/use-options.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import './house-form.css'

type Values = z.input<typeof HouseForm>

/** Creates a house, or changes one; the version it was opened with keeps two editors from overwriting each other. */
export function HouseFormDialog({ house, close }: { house: House | null; close: () => void }) {
  const { t } = useTranslation('houses')
  const { t: word } = useTranslation('components')
  const [form] = Form.useForm<Values>()
  const { busy, submit } = useSubmit({
    touches: [houses.list.path, houses.monitor.path],
    success: house ? t($ => $.changed) : t($ => $.created),
    form,
  })
  const save = async (values: Values) => {
    const body = withoutBlanks(values)
    const saved = await submit(() =>
      house
        ? call(houses.update, { params: { id: house.id }, body: { ...body, version: house.version } })
        : call(houses.create, { body }),
    )
    if (saved) close()
  }
  return (
    <Modal
      open
      title={house ? house.name : t($ => $.new)}
      width={720}
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
        initialValues={house ? valuesOf(house) : { type: 'layer', deviceIds: [] }}
        onFinish={values => void save(values)}
      >
        <Fields house={house} />
      </Form>
    </Modal>
  )
}

/** What the form starts from. */
const valuesOf = (house: House): Values => ({
  ...house,
  timeZone: house.ownTimeZone,
  deviceIds: house.devices.map(({ id }) => id),
})

/** Cleared fields are null on the wire, not empty text. */
const withoutBlanks = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === '' ? null : (value ?? null)]),
  ) as Values

function Fields({ house }: { house: House | null }) {
  const { t } = useTranslation('houses')
  const { t: word } = useTranslation('components')
  const offices = useOfficeOptions()
  const controllers = useDeviceOptions('controller')
  const type = Form.useWatch('type') ?? house?.type ?? 'layer'
  const required = [{ required: true, message: word($ => $.required) }]
  return (
    <div className="house-form">
      <Form.Item name="name" label={t($ => $.fields.name)} rules={required}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="officeId" label={t($ => $.fields.officeId)} rules={required}>
        <RemoteSelect
          source={offices}
          disabled={house !== null}
          also={house ? [{ value: house.officeId, label: house.officeName }] : []}
        />
      </Form.Item>
      <Form.Item name="type" label={t($ => $.fields.type)} rules={required}>
        <Select options={houseTypes.map(value => ({ value, label: word($ => $.houseType[value]) }))} />
      </Form.Item>
      <Metres name="lengthM" most={300} rules={required} />
      <Metres name="widthM" most={60} rules={required} />
      <Metres name="heightM" most={15} rules={required} />
      <Form.Item name="breed" label={t($ => $.fields.breed)}>
        <Select allowClear options={breedsFor(type).map(value => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="flockStartedOn" label={t($ => $.fields.flockStartedOn)}>
        <Input type="date" />
      </Form.Item>
      <Form.Item name="flockCount" label={t($ => $.fields.flockCount)}>
        <InputNumber min={0} max={500_000} precision={0} />
      </Form.Item>
      <Form.Item name="timeZone" label={t($ => $.fields.timeZone)} extra={t($ => $.hints.timeZone)}>
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name="latitude" label={t($ => $.fields.latitude)}>
        <InputNumber min={-90} max={90} precision={4} />
      </Form.Item>
      <Form.Item name="longitude" label={t($ => $.fields.longitude)}>
        <InputNumber min={-180} max={180} precision={4} />
      </Form.Item>
      <Form.Item
        className="house-form-wide"
        name="deviceIds"
        label={t($ => $.fields.deviceIds)}
        extra={t($ => $.hints.deviceIds)}
      >
        <RemoteSelect
          mode="multiple"
          maxCount={8}
          source={controllers}
          also={house?.devices.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` })) ?? []}
        />
      </Form.Item>
    </div>
  )
}

interface MetresProps {
  name: 'lengthM' | 'widthM' | 'heightM'
  most: number
  rules: { required: boolean; message: string }[]
}

function Metres({ name, most, rules }: MetresProps) {
  const { t } = useTranslation('houses')
  return (
    <Form.Item name={name} label={t($ => $.fields[name])} rules={rules}>
      <InputNumber min={1} max={most} />
    </Form.Item>
  )
}
