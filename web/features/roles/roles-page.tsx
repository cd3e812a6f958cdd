import { useTranslation } from 'react-i18next'
import { roleKinds, roles } from '#shared/contracts/roles.ts'
import { STAFF } from '#shared/permissions.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { later } from '#web/components/later.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { type Search, useScreen } from '#web/components/screen-context.tsx'
import { useSession } from '#web/data/session.ts'
import { useRoleColumns } from './role-columns.tsx'
import { RoleRowActions } from './role-row-actions.tsx'

const RoleFormDialog = later(() => import('./role-form-dialog.tsx').then(file => file.RoleFormDialog))
const RolePage = later(() => import('./role-page.tsx').then(file => file.RolePage))

/** Filters in the address. */
const FILTERS = ['search', 'kind', 'origin']

/** `/sysconfig/role`: what users may do, by role; one of them in depth (`?id=`). */
export function RolesPage() {
  const { search } = useScreen()
  return search.id ? <RolePage id={search.id} /> : <RoleList />
}
const readAhead = listReadAhead(roles.list, FILTERS)
RolesPage.readAhead = async (search: Search) => {
  if (!search.id) await readAhead(search)
}

function RoleList() {
  const { t } = useTranslation('roles')
  const list = useList(roles.list, FILTERS, { counts: roles.counts })
  const { open } = useScreen()
  const isStaff = useSession(({ user }) => user?.kind === STAFF)
  const look = (id: string) => open(hrefOf(paths.roles, { id }))
  const kinds = roleKinds.map(value => ({ value, label: t($ => $.kind[value]) }))
  const origins = (['builtIn', 'own'] as const).map(value => ({ value, label: t($ => $.origin[value]) }))
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      {...(isStaff && { chips: { name: 'kind', label: t($ => $.fields.kind), options: kinds } })}
      filters={[{ name: 'origin', label: t($ => $.fields.origin), options: origins }]}
      columns={useRoleColumns()}
      create={{
        label: t($ => $.new),
        endpoint: roles.create,
        dialog: close => <RoleFormDialog doing="create" close={close} made={look} />,
      }}
      actions={role => <RoleRowActions role={role} open={look} />}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }}
    />
  )
}
