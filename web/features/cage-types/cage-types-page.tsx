import { useTranslation } from 'react-i18next'
import { cageLayouts, cageTypeStatuses } from '#shared/cage-types.ts'
import { cageTypes } from '#shared/contracts/cage-types.ts'
import { later } from '#web/components/later.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { markOfCageType, useCageTypeColumns } from './cage-type-columns.tsx'
import { CageTypeRowActions } from './cage-type-row-actions.tsx'

const CageTypeFormDialog = later(() =>
  import('./cage-type-form-dialog.tsx').then(file => file.CageTypeFormDialog),
)

/** Filters of the address. */
const FILTERS = ['search', 'status', 'layout']

/** `/chickHouseType`: the cage systems the provider offers, which houses refer to. */
export function CageTypesPage() {
  const { t } = useTranslation('cage-types')
  const list = useList(cageTypes.list, FILTERS, { counts: cageTypes.counts })
  const { row: editing, open: edit, close } = useEdited(list, cageTypes)
  const statuses = cageTypeStatuses.map(value => ({
    ...{ value, label: t($ => $.status[value]), state: markOfCageType[value] },
  }))
  const layouts = cageLayouts.map(value => ({ value, label: t($ => $.layout[value]) }))
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      chips={{ name: 'status', label: t($ => $.fields.status), options: statuses }}
      filters={[{ name: 'layout', label: t($ => $.fields.layout), options: layouts }]}
      columns={useCageTypeColumns()}
      excel={cageTypes}
      create={{ label: t($ => $.new), endpoint: cageTypes.create, run: () => edit('new') }}
      actions={type => <CageTypeRowActions type={type} edit={() => edit(type)} />}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }}
    >
      {editing && <CageTypeFormDialog type={editing === 'new' ? null : editing} close={close} />}
    </ListPage>
  )
}
CageTypesPage.readAhead = listReadAhead(cageTypes.list, FILTERS)
