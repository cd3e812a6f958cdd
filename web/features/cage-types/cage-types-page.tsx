import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cageLayouts, cageTypeStatuses } from '#shared/cage-types.ts'
import { type CageType, cageTypes } from '#shared/contracts/cage-types.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { readListAhead, useList } from '#web/components/list/use-list.ts'
import type { Search } from '#web/components/screen-context.tsx'
import { markOfCageType, useCageTypeColumns } from './cage-type-columns.tsx'
import { CageTypeFormDialog } from './cage-type-form-dialog.tsx'
import { CageTypeRowActions } from './cage-type-row-actions.tsx'

/** Filters of the address. */
const FILTERS = ['search', 'status', 'layout']

/** `/chickHouseType`: the cage systems the provider offers, which houses refer to. */
export function CageTypesPage() {
  const { t } = useTranslation('cage-types')
  const list = useList(cageTypes.list, FILTERS, { counts: cageTypes.counts })
  const [editing, setEditing] = useState<CageType | 'new' | null>(null)
  const statuses = cageTypeStatuses.map(value => ({
    ...{ value, label: t($ => $.status[value]), state: markOfCageType[value] },
  }))
  const layouts = cageLayouts.map(value => ({ value, label: t($ => $.layout[value]) }))
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={t($ => $.says, { count: list.total })}
      searchHint={t($ => $.searchHint)}
      chips={{ name: 'status', label: t($ => $.fields.status), options: statuses }}
      filters={[{ name: 'layout', label: t($ => $.fields.layout), options: layouts }]}
      columns={useCageTypeColumns()}
      excel={cageTypes}
      create={{ label: t($ => $.new), endpoint: cageTypes.create, run: () => setEditing('new') }}
      actions={type => <CageTypeRowActions type={type} edit={() => setEditing(type)} />}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }}
    >
      {editing && (
        <CageTypeFormDialog type={editing === 'new' ? null : editing} close={() => setEditing(null)} />
      )}
    </ListPage>
  )
}
CageTypesPage.readAhead = (search: Search) => readListAhead(cageTypes.list, FILTERS, search)
