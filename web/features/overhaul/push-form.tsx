import { Checkbox, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { type OverhaulPush, overhaulPushes, overhaulPushFields } from '#shared/contracts/overhaul-pushes.ts'
import { users } from '#shared/contracts/users.ts'
import { ClockField } from '#web/components/day/day-field.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { Country } from '#web/components/goods/consignee.tsx'
import type { NEW } from '#web/components/list/use-edited.ts'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { RecordForm } from '#web/components/records/record-form.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useOfficeOptions, useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'

type Row = OverhaulPush | typeof NEW

/** Defaults of a new reminder. */
const initial: Partial<OverhaulPush> = { type: 'maintenance', mode: 'timed', clock: '07:30', receiverIds: [] }
const toWhom = { officeIds: [] as string[], isForAll: false, country: '' }
/** A new one may be for several customers. */
const contract = { ...overhaulPushes, create: overhaulPushes.createForMany }

/** Creates a reminder for one or several customers, or changes one. */
export function PushForm({ row, close }: { row: Row; close: () => void }) {
  const { t } = useTranslation('overhaul')
  return (
    <RecordForm
      contract={contract}
      fields={overhaulPushFields}
      row={row}
      title={row === 'new' ? t($ => $.newPush) : t($ => $.reminder)}
      initial={{ ...initial, ...toWhom }}
      close={close}
    >
      <Inputs row={row} />
    </RecordForm>
  )
}

/** A timed one has no interval. */
function Inputs({ row }: { row: Row }) {
  const language = usePreferences(({ language }) => language)
  const { t: word } = useTranslation('components')
  const required = [{ required: true, message: word($ => $.required) }]
  const customers: unknown = Form.useWatch('officeIds', { preserve: true })
  const isForOne = row !== 'new' || (Array.isArray(customers) && customers.length === 1)
  const isCircular = Form.useWatch('mode', { preserve: true }) === 'circular'
  const { clock, everyDays, ...others } = overhaulPushFields
  return (
    <>
      {row === 'new' && <Customers rules={required} />}
      <FieldInputs fields={others} />
      <div className="field-inputs">
        <ClockField
          name="clock"
          label={clock.label[language]}
          extra={clock.hint[language]}
          rules={required}
        />
        {isCircular && <FieldInputs fields={{ everyDays }} />}
      </div>
      {isForOne && <Receivers known={row === 'new' ? [] : row.receivers} />}
    </>
  )
}

/** The customers by name, or all of them, or all in a country. */
function Customers({ rules }: { rules: { required: boolean; message: string }[] }) {
  const { t } = useTranslation('overhaul')
  const source = useOfficeOptions()
  const isForAll = Form.useWatch('isForAll', { preserve: true }) === true
  return (
    <>
      <FormField name="isForAll" valuePropName="checked">
        <Checkbox>{t($ => $.allCustomers)}</Checkbox>
      </FormField>
      {isForAll ? (
        <Country />
      ) : (
        <FormField name="officeIds" label={t($ => $.customers)} rules={rules}>
          <RemoteSelect mode="multiple" source={source} />
        </FormField>
      )}
    </>
  )
}

function Receivers({ known }: { known: OverhaulPush['receivers'] }) {
  const { t } = useTranslation('overhaul')
  const people = useOptions(users.options.path, '', search => call(users.options, { query: { search } }))
  return (
    <FormField name="receiverIds" label={t($ => $.receivers)} extra={t($ => $.receiversHint)}>
      <RemoteSelect
        mode="multiple"
        source={people}
        also={known.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormField>
  )
}
