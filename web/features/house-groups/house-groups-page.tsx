import { useTranslation } from 'react-i18next'
import { houseGroups } from '#shared/contracts/house-groups.ts'
import { later } from '#web/components/later.tsx'
import { useCustomerFilter } from '#web/components/list/customer-filter.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { useGroupColumns } from './group-columns.tsx'
import { GroupRowActions } from './group-row-actions.tsx'

const GroupFormDialog = later(() => import('./group-form-dialog.tsx').then(file => file.GroupFormDialog))

/** How often the list is read again, ms, since house states change. */
const REREAD_MS = 15_000

/** Filters in the address. */
const FILTERS = ['search', 'officeId']

/** `/chicken-group`: groups of houses. */
export function HouseGroupsPage() {
  const { t } = useTranslation('house-groups')
  const list = useList(houseGroups.list, FILTERS, { everyMs: REREAD_MS })
  const { row: editing, open: edit, close } = useEdited(list, houseGroups)
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      filters={useCustomerFilter()}
      columns={useGroupColumns()}
      excel={houseGroups}
      create={{ label: t($ => $.new), endpoint: houseGroups.create, run: () => edit('new') }}
      actions={group => <GroupRowActions group={group} edit={() => edit(group)} />}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays), readOnly: t($ => $.emptyReadOnly) }}
    >
      {editing && <GroupFormDialog group={editing === 'new' ? null : editing} close={close} />}
    </ListPage>
  )
}
HouseGroupsPage.readAhead = listReadAhead(houseGroups.list, FILTERS)
