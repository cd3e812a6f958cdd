import { useTranslation } from 'react-i18next'
import { users } from '#shared/contracts/users.ts'
import { later } from '#web/components/later.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { FILTERS, useUserFilters } from './use-user-filters.ts'
import { useUserBulk } from './user-bulk.ts'
import { useUserColumns } from './user-columns.tsx'
import { DeletedUserActions, UserRowActions } from './user-row-actions.tsx'

const UserFormDialog = later(() => import('./user-form-dialog.tsx').then(file => file.UserFormDialog))

/** How often the list is read again, ms, since users come and go online. */
const REREAD_MS = 30_000

/** Columns that still mean something for a deleted user. */
const KEPT = ['actualName', 'username', 'officeId', 'roles']

/** `/sysconfig/user`: users, where they belong and what they may do. */
export function UsersPage() {
  const { t } = useTranslation('users')
  const list = useList(users.list, FILTERS, { everyMs: REREAD_MS, counts: users.counts })
  const { row: editing, steps, open: edit, close } = useEdited(list, users, ({ isBeyond }) => !isBeyond)
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      {...useUserFilters()}
      columns={useUserColumns()}
      excel={users}
      bulk={useUserBulk()}
      create={{ label: t($ => $.new), endpoint: users.create, run: () => edit('new') }}
      actions={user => <UserRowActions user={user} edit={() => edit(user)} />}
      deleted={{
        restore: users.restore,
        kept: KEPT,
        actions: user => <DeletedUserActions user={user} />,
      }}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays), readOnly: t($ => $.emptyReadOnly) }}
    >
      {editing === 'new' && <UserFormDialog user={null} close={close} />}
      {editing && editing !== 'new' && (
        <UserFormDialog key={editing.id} user={editing} steps={steps} close={close} />
      )}
    </ListPage>
  )
}
UsersPage.readAhead = listReadAhead(users.list, FILTERS)
