import { Form, Input, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type HygieneEntry, hygiene, type HygieneForm as Typed } from '#shared/contracts/hygiene.ts'
import {
  carcassWayNames,
  type HygieneKind,
  hygieneFields,
  hygieneKindNames,
  hygienePlaceNames,
} from '#shared/hygiene.ts'
import { dateIn } from '#shared/zone-time.ts'
import { DayField } from '#web/components/day/day-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { NumberField } from '#web/components/form/number-field.tsx'
import { ChoiceSelect, RemoteSelect } from '#web/components/remote-select.tsx'
import { useZone } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useHouses } from './use-houses.ts'
import './flock-form.css'

type Values = z.input<typeof Typed>
type Field = (typeof hygieneFields)[HygieneKind][number]

interface Props {
  entry: HygieneEntry | null
  /** What was entered before, newest first: a farm uses the same agent and the same collector every time. */
  earlier: readonly HygieneEntry[]
  houseId?: string | undefined
  close: () => void
}

const valuesOf = (entry: HygieneEntry): Values => ({
  houseId: entry.houseId,
  day: entry.day,
  kind: entry.kind,
  agent: entry.agent,
  dose: entry.dose,
  place: entry.place,
  person: entry.person,
  amountKg: entry.amountKg,
  carcasses: entry.carcasses,
  way: entry.way,
  receiver: entry.receiver,
  note: entry.note,
})

/** As last time: everything of such an entry but how much it was. */
function asBefore(earlier: readonly HygieneEntry[], kind: HygieneKind): Partial<Values> {
  const last = earlier.find(each => each.kind === kind)
  if (!last) return {}
  const { agent, dose, place, person, way, receiver } = last
  return { agent, dose, place, person, way, receiver }
}

function useLabels() {
  const { t } = useTranslation('flocks')
  return {
    houseId: t($ => $.house),
    day: t($ => $.hygiene.day),
    kind: t($ => $.kind),
    agent: t($ => $.hygiene.agent),
    dose: t($ => $.hygiene.dose),
    place: t($ => $.hygiene.place),
    person: t($ => $.hygiene.person),
    amountKg: t($ => $.hygiene.amountKg),
    carcasses: t($ => $.hygiene.carcasses),
    way: t($ => $.hygiene.way),
    receiver: t($ => $.hygiene.receiver),
    note: t($ => $.fields.note),
  }
}

/** Disinfection, manure or carcasses of a house and a day. */
export function HygieneForm({ entry, earlier, houseId, close }: Props) {
  const { t } = useTranslation('flocks')
  const zone = useZone()
  const labels = useLabels()
  const initial: Partial<Values> = entry
    ? valuesOf(entry)
    : {
        kind: 'disinfection',
        day: dateIn(zone, new Date()),
        houseId: houseId ?? earlier[0]?.houseId,
        ...asBefore(earlier, 'disinfection'),
      }
  return (
    <FormDialog<Values>
      title={entry ? t($ => $.hygiene.changeTitle, { house: entry.houseName }) : t($ => $.hygiene.new)}
      initial={initial}
      valuesOf={valuesOf}
      {...(entry && { version: entry.version })}
      save={(values, version) => {
        const { houseId: to, ...typed } = { ...values, version }
        return entry
          ? call(hygiene.update, { params: { id: entry.id }, body: typed })
          : call(hygiene.create, { body: { ...typed, houseId: to } })
      }}
      success={t($ => $.hygiene.kept)}
      labels={labels}
      close={close}
    >
      <Fields entry={entry} earlier={earlier} labels={labels} />
    </FormDialog>
  )
}

interface FieldsProps {
  entry: HygieneEntry | null
  earlier: readonly HygieneEntry[]
  labels: ReturnType<typeof useLabels>
}

function Fields({ entry, earlier, labels }: FieldsProps) {
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const form = Form.useFormInstance<Values>()
  const houses = useHouses(entry === null)
  const kind: HygieneKind = Form.useWatch('kind', { preserve: true }) ?? 'disinfection'
  const required = [{ required: true, message: word($ => $.required) }]
  const choices = (names: Readonly<Record<string, Readonly<Record<'zh-CN' | 'en-US', string>>>>) =>
    Object.entries(names).map(([value, name]) => ({ value, label: name[language] }))
  const inputs: Readonly<Record<Field, React.ReactNode>> = {
    agent: <Text name="agent" label={labels.agent} most={100} rules={required} />,
    dose: <Text name="dose" label={labels.dose} most={60} />,
    place: (
      <FormField name="place" label={labels.place} rules={required}>
        <ChoiceSelect options={choices(hygienePlaceNames)} />
      </FormField>
    ),
    person: <Text name="person" label={labels.person} most={60} />,
    amountKg: (
      <NumberField
        name="amountKg"
        label={labels.amountKg}
        unit="kg"
        min={0}
        max={2_000_000}
        isRequired={kind === 'manure'}
      />
    ),
    carcasses: <NumberField name="carcasses" label={labels.carcasses} min={0} max={500_000} isWhole />,
    way: (
      <FormField name="way" label={labels.way} rules={required}>
        <ChoiceSelect options={choices(carcassWayNames)} />
      </FormField>
    ),
    receiver: (
      <Text
        name="receiver"
        label={labels.receiver}
        most={100}
        {...(kind === 'manure' && { rules: required })}
      />
    ),
  }
  const fields: readonly Field[] = hygieneFields[kind]
  return (
    <>
      <FormField name="kind">
        <Segmented
          block
          options={choices(hygieneKindNames)}
          onChange={next => {
            if (!entry) form.setFieldsValue(asBefore(earlier, next as HygieneKind))
          }}
        />
      </FormField>
      <div className="flock-form">
        <FormField name="houseId" label={labels.houseId} rules={required} hidden={entry !== null}>
          <RemoteSelect
            source={{ options: houses.options, loading: houses.loading, search: houses.search }}
            also={entry ? [{ value: entry.houseId, label: entry.houseName }] : []}
          />
        </FormField>
        <DayField name="day" label={labels.day} rules={required} />
        {fields.map(name => (
          <div key={name}>{inputs[name]}</div>
        ))}
        <FormField name="note" label={labels.note} className="flock-form-wide">
          <Input maxLength={300} />
        </FormField>
      </div>
    </>
  )
}

interface TextProps {
  name: string
  label: string
  most: number
  rules?: { required: boolean; message: string }[]
}

const Text = ({ most, ...field }: TextProps) => (
  <FormField {...field}>
    <Input maxLength={most} />
  </FormField>
)
