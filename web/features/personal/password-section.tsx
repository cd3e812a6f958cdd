import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type PasswordChange, password } from '#shared/contracts/password.ts'
import { PASSWORD } from '#shared/limits.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import { SectionForm } from '#web/components/form/section-form.tsx'
import { call } from '#web/data/client.ts'
import { readUserAgain, useSession } from '#web/data/session.ts'
import { besideField } from './beside-field.ts'

type Values = z.input<typeof PasswordChange>

/** Replaces the password; other sessions end. */
export function PasswordSection() {
  const { t } = useTranslation('personal')
  const { t: word } = useTranslation('components')
  const username = useSession(({ user }) => user?.username)
  const [round, setRound] = useState(0)
  const required = { required: true, message: word($ => $.required) }
  const save = async (body: Values) => {
    await besideField('oldPassword', call(password.change, { body }))
    await readUserAgain()
    setRound(round + 1)
  }
  return (
    <SectionForm<Values>
      key={round}
      endpoint={password.change}
      initial={{}}
      save={save}
      success={t($ => $.password.saved)}
      doing={t($ => $.password.change)}
    >
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <div className="personal-column">
        <FormField name="oldPassword" label={t($ => $.password.old)} rules={[required]}>
          <Input.Password autoComplete="current-password" maxLength={PASSWORD.max} />
        </FormField>
        <FormField
          name="newPassword"
          label={t($ => $.password.new)}
          extra={t($ => $.password.rule)}
          rules={[required, { min: PASSWORD.min, message: t($ => $.password.rule) }]}
        >
          <Input.Password autoComplete="new-password" maxLength={PASSWORD.max} />
        </FormField>
        <FormField
          name="confirmPassword"
          label={t($ => $.password.confirm)}
          rules={[
            required,
            ({ getFieldValue }) => ({
              validator: (_, typed) =>
                !typed || typed === getFieldValue('newPassword')
                  ? Promise.resolve()
                  : Promise.reject(new Error(t($ => $.password.notSame))),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={PASSWORD.max} />
        </FormField>
      </div>
    </SectionForm>
  )
}
