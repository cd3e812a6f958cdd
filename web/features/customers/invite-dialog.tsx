import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { OwnerForm } from '#shared/contracts/customer-forms.ts'
import { type Customer, contractOf } from '#shared/contracts/customers.ts'
import { LOGIN_ID } from '#shared/limits.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { useSeen } from './use-seen.tsx'

/** Login id and email of the future owner. */
export function OwnerFields() {
  const { t } = useTranslation('customers')
  const { t: word } = useTranslation('components')
  const required = { required: true, message: word($ => $.required) }
  return (
    <>
      <FormField
        name="ownerLogin"
        label={t($ => $.fields.ownerLogin)}
        rules={[
          required,
          { pattern: LOGIN_ID.pattern, message: t($ => $.loginWrong, LOGIN_ID) },
          { min: LOGIN_ID.min, message: t($ => $.loginWrong, LOGIN_ID) },
        ]}
      >
        <Input maxLength={LOGIN_ID.max} autoComplete="off" />
      </FormField>
      <FormField
        name="ownerEmail"
        label={t($ => $.fields.ownerEmail)}
        rules={[required, { type: 'email', message: t($ => $.emailWrong) }]}
      >
        <Input maxLength={200} inputMode="email" autoComplete="off" />
      </FormField>
    </>
  )
}

/** Opens an account for a customer that has none yet, or whose owner is gone. */
export function InviteDialog({ customer, close }: { customer: Customer; close: () => void }) {
  const { t } = useTranslation('customers')
  const { seen, conflict, news } = useSeen(customer)
  const { id, stage, name, email, users, version } = seen
  const { invite } = contractOf[stage]
  const mayInvite = useMayCall(invite)
  return (
    <FormDialog<z.input<typeof OwnerForm>>
      title={t($ => $.inviteTitle, { name })}
      initial={{ ownerEmail: users > 0 ? '' : (email ?? '') }}
      save={owner => call(invite, { params: { id }, body: { ...owner, version } })}
      success={t($ => $.invited)}
      doing={t($ => $.invite)}
      conflict={conflict}
      readOnly={!mayInvite}
      close={close}
    >
      {news}
      <p>{t($ => $.inviteSays[seen.approval === 'passed' ? 'staff' : 'agent'])}</p>
      {users > 0 && <p>{t($ => $.anotherSays)}</p>}
      <OwnerFields />
    </FormDialog>
  )
}
