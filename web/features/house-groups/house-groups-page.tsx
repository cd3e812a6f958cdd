import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type HouseGroup, houseGroups } from '#shared/contracts/house-groups.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { readListAhead, useList } from '#web/components/list/use-list.ts'
import type { Search } from '#web/components/screen-context.tsx'
import { useOfficeOptions } from '#web/components/use-options.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { useGroupColumns } from './group-columns.tsx'
import { GroupFormDialog } from './group-form-dialog.tsx'
import { GroupRowActions } from './group-row-actions.tsx'

/** States of houses move; the list is read again this often, ms. */
const REREAD_MS = 15_000

/** Filters of the address. */
const FILTERS = ['search', 'officeId']

/** `/chicken-group`: houses that belong together. */
export function HouseGroupsPage() {
  const { t } = useTranslation('house-groups')
  const list = useList(houseGroups.list, FILTERS, { everyMs: REREAD_MS })
  const offices = useOfficeOptions()
  const [editing, setEditing] = useState<HouseGroup | 'new' | null>(null)
  const [assigning, setAssigning] = useState<HouseGroup | null>(null)
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={t($ => $.says, { count: list.total })}
      searchHint={t($ => $.searchHint)}
      filters={
        offices.options.length > 1 ? [{ name: 'officeId', label: t($ => $.fields.officeId), ...offices }] : []
      }
      columns={useGroupColumns()}
      excel={houseGroups}
      create={{ label: t($ => $.new), endpoint: houseGroups.create, run: () => setEditing('new') }}
      actions={group => (
        <GroupRowActions group={group} edit={() => setEditing(group)} assign={() => setAssigning(group)} />
      )}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays), readOnly: t($ => $.emptyReadOnly) }}
    >
      {editing && (
        <GroupFormDialog
          group={editing === 'new' ? null : editing}
          close={() => setEditing(null)}
          made={setAssigning}
        />
      )}
      {assigning && <AssignDialog group={assigning} close={() => setAssigning(null)} />}
    </ListPage>
  )
}
HouseGroupsPage.readAhead = (search: Search) => readListAhead(houseGroups.list, FILTERS, search)
