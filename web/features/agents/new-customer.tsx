import { Form, Input, Segmented, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { agentCustomers, type NewOwnCustomer } from '#shared/contracts/agent-area.ts'
import { countriesIn } from '#shared/countries.ts'
import { zoneOfCountry } from '#shared/country-zone.ts'
import { stages } from '#shared/customers.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { ContactFields, LeaderFields, OfficeNames } from './office-fields.tsx'
import './agents.css'

/** A farm won by an agent: what it is, where, and its future owner. The provider approves it. */
export function NewCustomer({ close }: { close: () => void }) {
  const { t } = useTranslation('agents')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const countries = useMemo(() => countriesIn(language), [language])
  const required = [{ required: true, message: word($ => $.required) }]
  return (
    <FormDialog<NewOwnCustomer>
      title={t($ => $.customer.new)}
      initial={{ stage: 'formal' }}
      save={values => call(agentCustomers.create, { body: values })}
      success={t($ => $.customer.added)}
      doing={t($ => $.customer.add)}
      close={close}
    >
      <p className="caption">{t($ => $.customer.addSays)}</p>
      <FormField name="stage" label={t($ => $.customer.stage)}>
        <Segmented
          block
          options={stages.map(value => ({ value, label: t($ => $.customer.stages[value]) }))}
        />
      </FormField>
      <div className="agent-new">
        <OfficeNames />
        <ContactFields />
        <FormField name="country" label={t($ => $.customer.country)} rules={required}>
          <Select showSearch={{ optionFilterProp: 'label' }} options={countries} />
        </FormField>
        <Zone />
        <FormField name="city" label={t($ => $.customer.city)}>
          <Input maxLength={100} />
        </FormField>
        <FormField className="agent-new-wide" name="address" label={t($ => $.customer.address)}>
          <Input maxLength={300} />
        </FormField>
        <LeaderFields login={t($ => $.customer.ownerLogin)} email={t($ => $.customer.ownerEmail)} />
        <FormField className="agent-new-wide" name="remarks" label={t($ => $.customer.remarks)}>
          <Input.TextArea maxLength={1_000} autoSize={{ minRows: 2, maxRows: 6 }} />
        </FormField>
      </div>
    </FormDialog>
  )
}

/** The farm's days begin by it: proposed from its country. */
function Zone() {
  const { t } = useTranslation('agents')
  const country: string | undefined = Form.useWatch('country')
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone').map(value => ({ value })), [])
  const usual = zoneOfCountry(country ?? '')
  return (
    <FormField name="timeZone" label={t($ => $.customer.timeZone)}>
      <Select showSearch allowClear options={zones} {...(usual && { placeholder: usual })} />
    </FormField>
  )
}
