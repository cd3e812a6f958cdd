import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type User, users } from '#shared/contracts/users.ts'
import { PASSWORD } from '#shared/limits.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { call } from '#web/data/client.ts'

/** Gives a user a new password: by mail, or in person if there is no address. */
export function PasswordDialog({ user, close }: { user: User; close: () => void }) {
  const { t } = useTranslation('users')
  const { id, actualName, email } = user
  return (
    <FormDialog<{ password?: string }>
      title={t($ => $.resetAsk, { name: actualName })}
      initial={{}}
      save={body => call(users.resetPassword, { params: { id }, body })}
      success={email === null ? t($ => $.passwordSet) : t($ => $.passwordMailed, { email })}
      doing={t($ => $.resetPassword)}
      close={close}
    >
      {email === null ? <FirstPassword /> : <p>{t($ => $.resetSays, { email })}</p>}
    </FormDialog>
  )
}

/** A password handed over in person: whoever signs in with it has to choose another. */
export function FirstPassword() {
  const { t } = useTranslation('users')
  const { t: word } = useTranslation('components')
  return (
    <FormField
      name="password"
      label={t($ => $.fields.password)}
      extra={t($ => $.hints.password)}
      rules={[
        { required: true, message: word($ => $.required) },
        { min: PASSWORD.min, message: t($ => $.hints.passwordLength, PASSWORD) },
      ]}
    >
      <Input.Password autoComplete="new-password" maxLength={PASSWORD.max} />
    </FormField>
  )
}
