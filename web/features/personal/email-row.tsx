import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Profile, personal } from '#shared/contracts/personal.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { call } from '#web/data/client.ts'
import { showProfile } from './show-profile.ts'

/** The user's email address; a new one takes effect once its link is opened. */
export function EmailRow({ profile: { email, pendingEmail } }: { profile: Profile }) {
  const { t } = useTranslation('personal')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="personal-email">
      <div>
        <strong>{t($ => $.email.label)}</strong>
        <p>{email ?? t($ => $.email.none)}</p>
        {pendingEmail && <p className="caption">{t($ => $.email.waits, { email: pendingEmail })}</p>}
      </div>
      <ActionButton endpoint={personal.changeEmail} onClick={() => setOpen(true)}>
        {email ? t($ => $.email.change) : t($ => $.email.add)}
      </ActionButton>
      {isOpen && <EmailDialog close={() => setOpen(false)} />}
    </div>
  )
}

function EmailDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('personal')
  const { t: word } = useTranslation('components')
  return (
    <FormDialog<{ email: string }>
      title={t($ => $.email.change)}
      width={420}
      initial={{}}
      save={body => showProfile(call(personal.changeEmail, { body }))}
      success={t($ => $.email.asked)}
      doing={t($ => $.email.ask)}
      close={close}
    >
      <p>{t($ => $.email.says)}</p>
      <FormField
        name="email"
        label={t($ => $.email.new)}
        rules={[{ required: true, whitespace: true, message: word($ => $.required) }]}
      >
        <Input type="email" autoComplete="email" maxLength={190} />
      </FormField>
    </FormDialog>
  )
}
