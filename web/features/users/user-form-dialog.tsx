import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type NewUserForm, type User, users } from '#shared/contracts/users.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { call } from '#web/data/client.ts'
import { useSession } from '#web/data/session.ts'
import { AccountFields, PersonFields, ReadingFields, RightsFields } from './user-fields.tsx'
import { UserStatusWord } from './user-status.tsx'

export type Values = z.input<typeof NewUserForm>

interface Props {
  user: User | null
  /** The neighbouring users in the list, which the arrows lead to. */
  steps?: ComponentProps<typeof FormDialog>['steps']
  close: () => void
}

/** Adds a user, or changes one. */
export function UserFormDialog({ user, steps, close }: Props) {
  const { t } = useTranslation('users')
  const viewer = useSession(({ user }) => user)
  const own = viewer ? [{ value: viewer.officeId, label: viewer.officeName }] : []
  const labels = Object.fromEntries(fields.map(name => [name, t($ => $.fields[name])]))
  return (
    <FormDialog<Values>
      title={user ? user.actualName : t($ => $.new)}
      beside={user && <UserStatusWord user={user} />}
      initial={user ? valuesOf(user) : { officeId: viewer?.officeId ?? '', roleIds: [] }}
      {...(user ? { version: user.version } : {})}
      valuesOf={valuesOf}
      namesOf={namesOf}
      save={(values, version) => {
        const body = { ...withoutBlanks(values), version }
        return user ? call(users.update, { params: { id: user.id }, body }) : call(users.create, { body })
      }}
      {...(steps && { steps })}
      success={user ? t($ => $.changed) : t($ => $.created)}
      labels={labels}
      close={close}
      sections={[
        { key: 'account', title: t($ => $.sections.account), fields: <AccountFields isNew={!user} /> },
        {
          key: 'rights',
          title: t($ => $.sections.rights),
          fields: <RightsFields user={user} own={user ? [] : own} />,
        },
        {
          key: 'person',
          title: t($ => $.sections.person),
          fields: <PersonFields idCard={user?.idCard ?? null} />,
        },
        { key: 'reading', title: t($ => $.sections.reading), fields: <ReadingFields /> },
      ]}
    />
  )
}

/** Fields compared when two people changed the user. */
const fields = [
  ...(['username', 'actualName', 'email', 'phone', 'officeId', 'roleIds', 'sex', 'job'] as const),
  ...(['language', 'timeZone'] as const),
]

/** The form's initial values; the identity card number stays at the server. */
const valuesOf = ({ roles, idCard: _, ...user }: User): Values =>
  ({
    ...Object.fromEntries(
      fields.flatMap(name => (name in user ? [[name, user[name as keyof typeof user]]] : [])),
    ),
    roleIds: roles.map(({ id }) => id),
  }) as Values

const namesOf = ({ officeId, officeName, roles }: User) => [
  { value: officeId, label: officeName },
  ...roles.map(({ id, name }) => ({ value: id, label: name })),
]

/** Cleared fields are null on the wire, not empty text; fields never set stay left out. */
const withoutBlanks = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]),
  ) as Values
