import { useTranslation } from 'react-i18next'
import type { User } from '#shared/contracts/users.ts'
import { Avatar } from '#web/components/avatar.tsx'
import type { Column } from '#web/components/list/column.ts'
import { createdColumn } from '#web/components/list/created-column.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { UserStatusWord } from './user-status.tsx'
import './users.css'

/** The columns of the users. */
export function useUserColumns(): Column<User>[] {
  const { t } = useTranslation('users')
  const { t: word } = useTranslation('components')
  return [
    {
      key: 'actualName',
      title: t($ => $.fields.actualName),
      sort: 'actualName',
      render: ({ actualName, avatar, erasureAskedAt }) => (
        <span className="user-name">
          <Avatar name={actualName} url={avatar} size={24} /> {actualName}
          {erasureAskedAt && <StateWord state="watch">{t($ => $.erasureAsked)}</StateWord>}
        </span>
      ),
    },
    {
      key: 'username',
      title: t($ => $.fields.username),
      sort: 'username',
      card: 'line',
      render: ({ username }) => <span className="mono">{username}</span>,
    },
    {
      key: 'officeId',
      title: t($ => $.fields.officeId),
      card: 'line',
      render: ({ officeName }) => officeName,
    },
    {
      key: 'roles',
      title: t($ => $.fields.roleIds),
      card: 'line',
      render: ({ roles }) =>
        roles.length > 0 ? roles.map(({ name }) => name).join(', ') : <NoRole>{t($ => $.noRole)}</NoRole>,
    },
    { key: 'job', title: t($ => $.fields.job), render: ({ job }) => job ?? '—' },
    {
      key: 'status',
      title: t($ => $.fields.status),
      sort: 'status',
      card: 'state',
      render: user => <UserStatusWord user={user} />,
    },
    {
      key: 'lastActiveAt',
      title: t($ => $.fields.lastActiveAt),
      sort: 'lastActiveAt',
      atEnd: true,
      render: ({ lastActiveAt }) => (lastActiveAt === null ? word($ => $.never) : <Age at={lastActiveAt} />),
    },
    {
      key: 'phone',
      title: t($ => $.fields.phone),
      isExtra: true,
      render: ({ phone }) => <span className="num">{phone ?? '—'}</span>,
    },
    {
      key: 'email',
      title: t($ => $.fields.email),
      sort: 'email',
      isExtra: true,
      render: ({ email }) => email ?? '—',
    },
    { key: 'kind', title: t($ => $.fields.kind), isExtra: true, render: ({ kind }) => t($ => $.kind[kind]) },
    {
      key: 'sex',
      title: t($ => $.fields.sex),
      isExtra: true,
      render: ({ sex }) => (sex === null ? '—' : t($ => $.sex[sex])),
    },
    {
      key: 'idCard',
      title: t($ => $.fields.idCard),
      isExtra: true,
      render: ({ idCard }) => <span className="mono">{idCard ?? '—'}</span>,
    },
    createdColumn(t($ => $.fields.createdAt)),
  ]
}

/** A user without a role cannot sign in to anything. */
const NoRole = ({ children }: { children: string }) => <StateWord state="watch">{children}</StateWord>
