import { Form, Input } from 'antd'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type House, type HouseForm, houses } from '#shared/contracts/houses.ts'
import { houseTypes } from '#shared/signals.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormChanges, FormField } from '#web/components/form/form-field.tsx'
import type { Named } from '#web/components/form/form-names.ts'
import { NumberField } from '#web/components/form/number-field.tsx'
import { ChoiceSelect, RemoteSelect } from '#web/components/remote-select.tsx'
import { useOfficeOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { Flock, flockFields, HiddenFlock } from './flock-fields.tsx'
import { useCageTypeOptions, useGroupOptions, useServingOptions } from './house-options.ts'
import { MainController } from './main-controller.tsx'
import './house-form.css'

type Values = z.input<typeof HouseForm>

/** Creates a house, or changes one. */
export function HouseFormDialog({ house, close }: { house: House | null; close: () => void }) {
  const { t } = useTranslation('houses')
  const labels = Object.fromEntries(fields.map(name => [name, t($ => $.fields[name])]))
  return (
    <FormDialog<Values>
      title={house ? house.name : t($ => $.new)}
      width={720}
      initial={house ? valuesOf(house) : { type: 'layer', deviceIds: [] }}
      {...(house ? { version: house.version } : {})}
      valuesOf={valuesOf}
      namesOf={namesOf}
      save={(values, version) => {
        const body = { ...withoutBlanks(values), version }
        return house ? call(houses.update, { params: { id: house.id }, body }) : call(houses.create, { body })
      }}
      success={house ? t($ => $.changed) : t($ => $.created)}
      labels={labels}
      close={close}
    >
      <Fields house={house} />
    </FormDialog>
  )
}

/** Fields compared when two people changed the house. */
const fields = [
  ...(['name', 'type', 'lengthM', 'widthM', 'heightM'] as const),
  ...flockFields,
  ...(['groupId', 'cageTypeId', 'timeZone', 'latitude', 'longitude', 'deviceIds', 'mainId'] as const),
]

/** The form's initial values. */
const valuesOf = (house: House): Values => ({
  ...house,
  timeZone: house.ownTimeZone,
  cageTypeId: house.cage?.id ?? null,
  deviceIds: house.devices.map(({ id }) => id),
})

const named = (value: string | null, label: string | null): Named[] =>
  value === null ? [] : [{ value, label: label ?? '' }]
const officeNamed = (house: House | null) => (house ? named(house.officeId, house.officeName) : [])
const groupNamed = (house: House | null) => (house ? named(house.groupId, house.groupName) : [])
const cageNamed = (house: House | null) => (house?.cage ? named(house.cage.id, house.cage.name) : [])
const devicesNamed = (house: House | null) =>
  house?.devices.flatMap(({ id, code, name }) => named(id, `${code} · ${name}`)) ?? []

/** Names of everything a house refers to. */
const namesOf = (house: House) => [
  ...officeNamed(house),
  ...groupNamed(house),
  ...cageNamed(house),
  ...devicesNamed(house),
]

/** Cleared fields are null on the wire, not empty text. */
const withoutBlanks = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === '' ? null : (value ?? null)]),
  ) as Values

function Fields({ house }: { house: House | null }) {
  const { t } = useTranslation('houses')
  const { t: word } = useTranslation('components')
  const { put } = useContext(FormChanges)
  const offices = useOfficeOptions()
  const officeId: string | undefined = Form.useWatch('officeId') ?? house?.officeId
  const serving = useServingOptions(officeId)
  const groups = useGroupOptions(officeId)
  const type = Form.useWatch('type') ?? house?.type ?? 'layer'
  const cages = useCageTypeOptions(type)
  const required = [{ required: true, message: word($ => $.required) }]
  return (
    <div className="house-form">
      <FormField name="name" label={t($ => $.fields.name)} rules={required}>
        <Input maxLength={100} />
      </FormField>
      <FormField name="officeId" label={t($ => $.fields.officeId)} rules={required}>
        <RemoteSelect
          source={offices}
          disabled={house !== null}
          also={officeNamed(house)}
          // Nothing of the previous customer is carried over.
          onChange={() => {
            put?.('groupId', null)
            put?.('deviceIds', [])
          }}
        />
      </FormField>
      <FormField name="type" label={t($ => $.fields.type)} rules={required}>
        <ChoiceSelect options={houseTypes.map(value => ({ value, label: word($ => $.houseType[value]) }))} />
      </FormField>
      <FormField name="groupId" label={t($ => $.fields.groupId)}>
        <RemoteSelect allowClear source={groups} also={groupNamed(house)} />
      </FormField>
      <FormField className="house-form-two" name="cageTypeId" label={t($ => $.fields.cageTypeId)}>
        <RemoteSelect allowClear source={cages} also={cageNamed(house)} />
      </FormField>
      <Side name="lengthM" most={300} />
      <Side name="widthM" most={60} />
      <Side name="heightM" most={15} />
      {house?.state === null ? <HiddenFlock /> : <Flock type={type} />}
      <FormField name="timeZone" label={t($ => $.fields.timeZone)} extra={t($ => $.hints.timeZone)}>
        <Input maxLength={64} />
      </FormField>
      <NumberField name="latitude" label={t($ => $.fields.latitude)} unit="°" min={-90} max={90} />
      <NumberField name="longitude" label={t($ => $.fields.longitude)} unit="°" min={-180} max={180} />
      <FormField
        className="house-form-wide"
        name="deviceIds"
        label={t($ => $.fields.deviceIds)}
        extra={t($ => $.hints.deviceIds)}
      >
        <RemoteSelect mode="multiple" maxCount={8} source={serving} also={devicesNamed(house)} />
      </FormField>
      <MainController house={house} serving={serving} />
    </div>
  )
}

interface SideProps {
  name: 'lengthM' | 'widthM' | 'heightM'
  /** m */
  most: number
}

function Side({ name, most }: SideProps) {
  const { t } = useTranslation('houses')
  return <NumberField name={name} label={t($ => $.fields[name])} unit="m" min={1} max={most} isRequired />
}
