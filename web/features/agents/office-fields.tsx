import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { LOGIN_ID } from '#shared/limits.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import { usePreferences } from '#web/data/preferences.ts'

/** Both names of a new office, the reader's language first; one is enough. */
export function OfficeNames() {
  const { t } = useTranslation('agents')
  const isChinese = usePreferences(({ language }) => language) === 'zh-CN'
  const [first, second] = isChinese
    ? (['chineseName', 'englishName'] as const)
    : (['englishName', 'chineseName'] as const)
  const eitherName = ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
    validator: () =>
      getFieldValue(first) || getFieldValue(second)
        ? Promise.resolve()
        : Promise.reject(new Error(t($ => $.office.nameRequired))),
  })
  return (
    <>
      <FormField name={first} label={t($ => $.office[first])} dependencies={[second]} rules={[eitherName]}>
        <Input maxLength={100} />
      </FormField>
      <FormField name={second} label={t($ => $.office[second])}>
        <Input maxLength={100} />
      </FormField>
    </>
  )
}

/** The contact of a new office. */
export function ContactFields() {
  const { t } = useTranslation('agents')
  const { t: word } = useTranslation('components')
  return (
    <>
      <FormField
        name="contact"
        label={t($ => $.office.contact)}
        rules={[{ required: true, message: word($ => $.required) }]}
      >
        <Input maxLength={100} />
      </FormField>
      <FormField name="phone" label={t($ => $.phone)}>
        <Input maxLength={40} inputMode="tel" />
      </FormField>
    </>
  )
}

/** Login id and email of a new office's leader, who is invited by mail. */
export function LeaderFields({ login, email }: { login: string; email: string }) {
  const { t } = useTranslation('agents')
  const { t: word } = useTranslation('components')
  const required = { required: true, message: word($ => $.required) }
  const message = t($ => $.office.loginWrong, LOGIN_ID)
  return (
    <>
      <FormField
        name="ownerLogin"
        label={login}
        rules={[required, { message, pattern: LOGIN_ID.pattern }, { message, min: LOGIN_ID.min }]}
      >
        <Input maxLength={LOGIN_ID.max} autoComplete="off" />
      </FormField>
      <FormField
        name="ownerEmail"
        label={email}
        rules={[required, { type: 'email', message: t($ => $.office.emailWrong) }]}
      >
        <Input maxLength={200} inputMode="email" autoComplete="off" />
      </FormField>
    </>
  )
}
