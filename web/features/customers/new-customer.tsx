import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { OwnerForm } from '#shared/contracts/customer-forms.ts'
import { contractOf } from '#shared/contracts/customers.ts'
import type { Stage } from '#shared/customers.ts'
import { STAFF } from '#shared/permissions.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { call } from '#web/data/client.ts'
import { useSession } from '#web/data/session.ts'
import { bodyOf, useCustomerSections, type Values } from './customer-form.tsx'
import { useAgentOptions } from './customer-options.ts'
import { OwnerFields } from './invite-dialog.tsx'

type NewValues = Values & z.input<typeof OwnerForm> & { agentId?: string | null }

/** A new customer with its owner, who is invited by mail. */
export function NewCustomer({ stage, close }: { stage: Stage; close: () => void }) {
  const { t } = useTranslation('customers')
  const isStaff = useSession(({ user }) => user?.kind === STAFF)
  const agents = useAgentOptions()
  const [contact, ...others] = useCustomerSections(stage, null)
  const owner = {
    key: 'owner',
    title: t($ => $.sections.owner),
    says: t($ => $.ownerSays[isStaff ? 'staff' : 'agent']),
    fields: (
      <>
        <OwnerFields />
        {isStaff && (
          <FormField name="agentId" label={t($ => $.fields.agentId)}>
            <RemoteSelect allowClear source={agents} placeholder={t($ => $.noAgent)} />
          </FormField>
        )}
      </>
    ),
  }
  return (
    <FormDialog<NewValues>
      title={t($ => $.new[stage])}
      sections={[...(contact ? [contact] : []), owner, ...others]}
      initial={{ placementDay: 0 }}
      save={values => {
        const { ownerLogin, ownerEmail, agentId } = values
        const body = { ...bodyOf(values), ownerLogin, ownerEmail, agentId: agentId ?? null }
        return call(contractOf[stage].create, { body })
      }}
      success={t($ => $.created)}
      close={close}
    />
  )
}
