import { Input, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { CustomerForm } from '#shared/contracts/customer-forms.ts'
import type { Customer } from '#shared/contracts/customers.ts'
import type { providersFields, Stage } from '#shared/customers.ts'
import { STAFF } from '#shared/permissions.ts'
import { DayField } from '#web/components/day/day-field.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import type { FormSection } from '#web/components/form/form-sections.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useSession } from '#web/data/session.ts'
import { useManagerOptions } from './customer-options.ts'
import { Consent, FixedDay, FixedText } from './fixed-fields.tsx'
import { PlaceFields } from './place-fields.tsx'

export type Values = z.input<typeof CustomerForm>

/** Names of the form's fields. */
export const FIELDS = [
  ...(['englishName', 'chineseName', 'contact', 'phone', 'email', 'country', 'city', 'address'] as const),
  ...(['latitude', 'longitude', 'timeZone', 'placementDay', 'contractEndsOn', 'agentEndsOn'] as const),
  ...(['managerOfficeId', 'nextMaintenanceOn', 'nextMaintenance', 'remarks'] as const),
]

/** The form's initial values. */
export const valuesOf = (customer: Customer): Partial<Values> =>
  Object.fromEntries(FIELDS.map(name => [name, customer[name]])) as Partial<Values>

/** Cleared fields are null on the wire; fields without an input keep their value. */
export const bodyOf = (values: Values, was?: Partial<Values>): Values => {
  const all = { ...was, ...values }
  const blank = Object.entries(all).map(([name, value]) => [name, value === '' ? null : (value ?? null)])
  const body = Object.fromEntries(blank) as Values
  const { chineseName, englishName, phone } = body
  // Texts that are never null.
  return { ...body, chineseName: chineseName ?? '', englishName: englishName ?? '', phone: phone ?? '' }
}

/** Names, place, contract and remarks; for an existing customer also consents. */
export function useCustomerSections(stage: Stage, customer: Customer | null): FormSection[] {
  const { t } = useTranslation('customers')
  const { t: word } = useTranslation('components')
  const isStaff = useSession(({ user }) => user?.kind === STAFF)
  const required = [{ required: true, message: word($ => $.required) }]
  const eitherName = ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
    validator: () =>
      getFieldValue('englishName') || getFieldValue('chineseName')
        ? Promise.resolve()
        : Promise.reject(new Error(t($ => $.nameRequired))),
  })
  return [
    {
      key: 'contact',
      title: t($ => $.sections.contact),
      fields: (
        <>
          <FormField
            name="englishName"
            label={t($ => $.fields.englishName)}
            dependencies={['chineseName']}
            rules={[eitherName]}
          >
            <Input maxLength={100} />
          </FormField>
          <FormField name="chineseName" label={t($ => $.fields.chineseName)}>
            <Input maxLength={100} />
          </FormField>
          <FormField name="contact" label={t($ => $.fields.contact)} rules={required}>
            <Input maxLength={100} />
          </FormField>
          <FormField name="phone" label={t($ => $.fields.phone)}>
            <Input maxLength={40} inputMode="tel" />
          </FormField>
          <FormField
            className="form-two"
            name="email"
            label={t($ => $.fields.email)}
            rules={[{ type: 'email', message: t($ => $.emailWrong) }]}
          >
            <Input maxLength={200} inputMode="email" />
          </FormField>
        </>
      ),
    },
    {
      key: 'place',
      title: t($ => $.sections.place),
      says: t($ => $.placeSays),
      fields: <PlaceFields saved={customer} />,
    },
    {
      key: 'contract',
      title: t($ => $.sections.contract),
      fields: <ContractFields stage={stage} customer={customer} isStaff={isStaff} />,
    },
    ...(customer
      ? [
          {
            key: 'access',
            title: t($ => $.sections.access),
            says: t($ => $.accessSays),
            fields: <Consent customer={customer} />,
          },
        ]
      : []),
    {
      key: 'remarks',
      title: t($ => $.sections.remarks),
      fields: (
        <FormField className="form-wide" name="remarks" label={t($ => $.fields.remarks)}>
          <Input.TextArea maxLength={1_000} rows={3} />
        </FormField>
      ),
    },
  ]
}

interface ContractProps {
  stage: Stage
  customer: Customer | null
  isStaff: boolean
}

function ContractFields({ stage, customer, isStaff }: ContractProps) {
  const { t } = useTranslation('customers')
  const managers = useManagerOptions()
  const also =
    customer?.managerOfficeId != null
      ? [{ value: customer.managerOfficeId, label: customer.afterSaleServiceDepartmentName ?? '' }]
      : []
  const provider = t($ => $.providerDecides)
  const day = (name: (typeof providersFields)[number] & `${string}On`) =>
    isStaff ? (
      <DayField name={name} label={t($ => $.fields[name])} />
    ) : (
      <FixedDay label={t($ => $.fields[name])} on={customer?.[name] ?? null} says={provider} />
    )
  return (
    <>
      {stage === 'formal' && day('contractEndsOn')}
      {stage === 'trial' && customer && (
        <FixedDay label={t($ => $.fields.trialEndsOn)} on={customer.trialEndsOn} says={t($ => $.trialSays)} />
      )}
      {day('agentEndsOn')}
      {isStaff ? (
        <FormField name="managerOfficeId" label={t($ => $.fields.managerOfficeId)}>
          <RemoteSelect allowClear source={managers} also={also} />
        </FormField>
      ) : (
        <FixedText
          label={t($ => $.fields.managerOfficeId)}
          value={customer?.afterSaleServiceDepartmentName ?? null}
          says={provider}
        />
      )}
      {customer && (
        <FixedText
          label={t($ => $.fields.managerName)}
          value={customer.managerName}
          says={t($ => $.headSays)}
        />
      )}
      <DayField name="nextMaintenanceOn" label={t($ => $.fields.nextMaintenanceOn)} />
      <FormField className="form-two" name="nextMaintenance" label={t($ => $.fields.nextMaintenance)}>
        <Input maxLength={200} />
      </FormField>
      <FormField name="placementDay" label={t($ => $.fields.placementDay)}>
        <Segmented
          block
          options={([0, 1] as const).map(value => ({ value, label: t($ => $.placement, { day: value }) }))}
        />
      </FormField>
      {customer && (
        <FixedText
          label={t($ => $.fields.agentId)}
          value={customer.agentName}
          says={isStaff ? t($ => $.agentSays) : provider}
        />
      )}
    </>
  )
}
