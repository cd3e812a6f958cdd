import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type User, userKinds, users } from '#shared/contracts/users.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { markOfStatus } from '#web/components/device-status.tsx'
import { later } from '#web/components/later.tsx'
import { DELETED, isOfDeleted, useDeletedColumns, useDeletedFilter } from '#web/components/list/deleted.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { readListAhead, useList } from '#web/components/list/use-list.ts'
import type { Search } from '#web/components/screen-context.tsx'
import { useDepartmentOptions, useRoleOptions } from '#web/components/use-options.ts'
import { useSession } from '#web/data/session.ts'
import { useUserBulk } from './user-bulk.ts'
import { useUserColumns } from './user-columns.tsx'
import { DeletedUserActions, UserRowActions } from './user-row-actions.tsx'

const UserFormDialog = later(() => import('./user-form-dialog.tsx').then(file => file.UserFormDialog))
const PasswordDialog = later(() => import('./password-dialog.tsx').then(file => file.PasswordDialog))

/** Who is online moves; the list is read again this often, ms. */
const REREAD_MS = 30_000

/** Filters of the address. */
const FILTERS = ['search', 'status', 'officeId', 'roleId', 'kind', DELETED]
/** Columns that say something of a deleted user. */
const KEPT = ['actualName', 'username', 'officeId', 'roles']

/** `/sysconfig/user`: people, where they belong and what they may do. */
export function UsersPage() {
  const { t } = useTranslation('users')
  const list = useList(users.list, FILTERS, { everyMs: REREAD_MS, counts: users.counts })
  const [editing, setEditing] = useState<User | 'new' | null>(null)
  const [resetting, setResetting] = useState<User | null>(null)
  const isDeleted = isOfDeleted(list)
  const columns = useUserColumns()
  const deletedColumns = useDeletedColumns(columns, KEPT)
  const bulk = useUserBulk()
  const filters = useFilters()
  const statuses = (['ONLINE', 'OFFLINE', 'UNACTIVE', 'DISABLE'] as const).map(value => ({
    value,
    label: t($ => $.status[value]),
    state: markOfStatus[value],
  }))
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={t($ => $.says, { count: list.total })}
      searchHint={t($ => $.searchHint)}
      chips={{ name: 'status', label: t($ => $.fields.status), options: statuses }}
      filters={filters}
      columns={isDeleted ? deletedColumns : columns}
      {...(!isDeleted && { excel: users, bulk })}
      create={{ label: t($ => $.new), endpoint: users.create, run: () => setEditing('new') }}
      actions={user =>
        user.deleted ? (
          <DeletedUserActions user={user} />
        ) : (
          <UserRowActions
            user={user}
            edit={() => setEditing(user)}
            resetPassword={() => setResetting(user)}
          />
        )
      }
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays), readOnly: t($ => $.emptyReadOnly) }}
    >
      {editing && <UserFormDialog user={editing === 'new' ? null : editing} close={() => setEditing(null)} />}
      {resetting && <PasswordDialog user={resetting} close={() => setResetting(null)} />}
    </ListPage>
  )
}
UsersPage.readAhead = (search: Search) => readListAhead(users.list, FILTERS, search)

function useFilters() {
  const { t } = useTranslation('users')
  const departments = useDepartmentOptions()
  const roles = useRoleOptions()
  const kind = useSession(({ user }) => user?.kind)
  const kinds = userKinds.map(value => ({ value, label: t($ => $.kind[value]) }))
  return [
    { name: 'officeId', label: t($ => $.fields.officeId), ...departments },
    { name: 'roleId', label: t($ => $.fields.roleIds), ...roles },
    // People of a customer have their own kind below them only.
    ...(kind === CUSTOMER ? [] : [{ name: 'kind', label: t($ => $.fields.kind), options: kinds }]),
    ...useDeletedFilter(users.restore),
  ]
}
