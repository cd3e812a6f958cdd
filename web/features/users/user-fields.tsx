import { useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type User, users } from '#shared/contracts/users.ts'
import { ID_CARD_MAX, LOGIN_ID } from '#shared/limits.ts'
import { isIdCardNumber, sexes } from '#shared/people.ts'
import type { Kind } from '#shared/permissions.ts'
import { languages } from '#shared/text.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import type { Named } from '#web/components/form/form-names.ts'
import { ChoiceSelect, RemoteSelect } from '#web/components/remote-select.tsx'
import { useRoleOptions } from '#web/components/use-role-options.ts'
import { call } from '#web/data/client.ts'
import { useDepartmentOptions } from './department-options.ts'
import { IdCardInput } from './id-card-input.tsx'
import { FirstPassword } from './password-dialog.tsx'

/** Who it is, and how they sign in. */
export function AccountFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('users')
  const { t: word } = useTranslation('components')
  const email: string | undefined = Form.useWatch('email')
  const required = { required: true, message: word($ => $.required) }
  return (
    <>
      <FormField name="actualName" label={t($ => $.fields.actualName)} rules={[required]}>
        <Input maxLength={100} />
      </FormField>
      <FormField
        name="username"
        label={t($ => $.fields.username)}
        rules={[
          required,
          { pattern: LOGIN_ID.pattern, message: t($ => $.hints.usernameWrong) },
          { min: LOGIN_ID.min, message: t($ => $.hints.username, LOGIN_ID) },
        ]}
        extra={isNew ? t($ => $.hints.username, LOGIN_ID) : undefined}
      >
        <Input maxLength={LOGIN_ID.max} autoComplete="off" />
      </FormField>
      <FormField name="phone" label={t($ => $.fields.phone)}>
        <Input maxLength={40} inputMode="tel" autoComplete="off" />
      </FormField>
      <FormField
        className="form-two"
        name="email"
        label={t($ => $.fields.email)}
        rules={[{ type: 'email', message: t($ => $.hints.emailWrong) }]}
        extra={isNew ? t($ => $.hints.email) : undefined}
      >
        <Input maxLength={190} inputMode="email" autoComplete="off" />
      </FormField>
      {isNew && !email && <FirstPassword />}
    </>
  )
}

/** Where they belong, and what they may do. Offers the roles for users there that the viewer may give. */
export function RightsFields({ user, own }: { user: User | null; own: readonly Named[] }) {
  const { t } = useTranslation('users')
  const { t: word } = useTranslation('components')
  const officeId: string | undefined = Form.useWatch('officeId') ?? user?.officeId
  const kind = useKindIn(officeId)
  const required = [{ required: true, message: word($ => $.required) }]
  return (
    <>
      <FormField
        className="form-wide"
        name="officeId"
        label={t($ => $.fields.officeId)}
        rules={required}
        extra={t($ => (user ? $.hints.move : $.hints.officeId))}
      >
        <RemoteSelect
          source={useDepartmentOptions(user?.id)}
          also={user ? [{ value: user.officeId, label: user.officeName }] : [...own]}
        />
      </FormField>
      <FormField
        className="form-wide"
        name="roleIds"
        label={t($ => $.fields.roleIds)}
        rules={required}
        extra={t($ => $.hints.roleIds)}
      >
        <RemoteSelect
          mode="multiple"
          maxCount={20}
          source={useRoleOptions(kind, officeId)}
          also={user?.roles.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
      </FormField>
    </>
  )
}

/** The kind of a department's users. */
function useKindIn(officeId: string | undefined): Kind | undefined {
  const { data } = useQuery({
    queryKey: [users.departments.path, 'kind', officeId],
    queryFn: () => call(users.departments, { query: { id: officeId } }),
    enabled: Boolean(officeId),
  })
  return data?.[0]?.kind
}

/** Other facts about the person. */
export function PersonFields({ idCard }: { idCard: string | null }) {
  const { t } = useTranslation('users')
  return (
    <>
      <FormField name="job" label={t($ => $.fields.job)}>
        <Input maxLength={100} />
      </FormField>
      <FormField name="sex" label={t($ => $.fields.sex)}>
        <ChoiceSelect allowClear options={sexes.map(value => ({ value, label: t($ => $.sex[value]) }))} />
      </FormField>
      <FormField
        name="idCard"
        label={t($ => $.fields.idCard)}
        extra={t($ => $.hints.idCard)}
        rules={[
          {
            validator: async (_, value: string | null | undefined) => {
              if (value && !isIdCardNumber(value.trim())) throw new Error(t($ => $.hints.idCardWrong))
            },
          },
        ]}
      >
        <IdCardInput stored={idCard} maxLength={ID_CARD_MAX} />
      </FormField>
    </>
  )
}

/** The language and time zone they read in. */
export function ReadingFields() {
  const { t } = useTranslation('users')
  return (
    <>
      <FormField name="language" label={t($ => $.fields.language)} extra={t($ => $.hints.language)}>
        <ChoiceSelect
          allowClear
          options={languages.map(value => ({ value, label: t($ => $.languages[value]) }))}
        />
      </FormField>
      <FormField name="timeZone" label={t($ => $.fields.timeZone)} extra={t($ => $.hints.timeZone)}>
        <Input maxLength={64} autoComplete="off" />
      </FormField>
    </>
  )
}
