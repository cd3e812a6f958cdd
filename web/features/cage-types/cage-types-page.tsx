import { useTranslation } from 'react-i18next'
import { type CageType, cageTypeColumns, cageTypes } from '#shared/contracts/cage-types.ts'
import { bothNames } from '#shared/text.ts'
import { BothNames } from '#web/components/both-names.tsx'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { markOfRelease, RecordActions } from '#web/components/records/record-actions.tsx'
import { useFields } from '#web/components/records/use-fields.tsx'
import { usePreferences } from '#web/data/preferences.ts'

const CageTypeForm = later(() => import('./cage-type-form.tsx').then(file => file.CageTypeForm))

/** Filters of the address. */
const FILTERS = ['search', 'status', 'layout']

/** `/chickHouseType`: the cage systems the provider offers, which houses refer to. */
export function CageTypesPage() {
  const { t } = useTranslation('cage-types')
  const language = usePreferences(({ language }) => language)
  const { column, stateColumn, filter } = useFields(cageTypeColumns)
  const list = useList(cageTypes.list, FILTERS, { counts: cageTypes.counts })
  const { row: editing, open: edit, close } = useEdited(list, cageTypes)
  const columns: Column<CageType>[] = [
    {
      key: 'name',
      title: t($ => $.name),
      sort: 'name',
      render: ({ chineseName, englishName }) => <BothNames chinese={chineseName} english={englishName} />,
    },
    stateColumn('status', markOfRelease),
    column('layout', { card: 'line' }),
    column('houseTypes', { card: 'line', isUnsorted: true }),
    column('tiers'),
    column('rows'),
    column('birdsPerCage', { isUnsorted: true }),
    column('houses', { card: 'note', render: ({ houses }) => t($ => $.houses, { count: houses }) }),
    column('createdAt', { isExtra: true }),
  ]
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      chips={filter('status', markOfRelease)}
      filters={[filter('layout')]}
      columns={columns}
      excel={cageTypes}
      create={{ label: t($ => $.new), endpoint: cageTypes.create, run: () => edit('new') }}
      actions={type => (
        <RecordActions
          contract={cageTypes}
          row={type}
          name={bothNames(type)[language]}
          edit={() => edit(type)}
          publishing={{
            contract: cageTypes,
            status: type.status,
            withdrawSays: t($ => $.withdrawSays, { count: type.houses }),
          }}
          removeSays={type.houses === 0 ? t($ => $.removeSays) : null}
        />
      )}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }}
    >
      {editing && <CageTypeForm row={editing} close={close} />}
    </ListPage>
  )
}
CageTypesPage.readAhead = listReadAhead(cageTypes.list, FILTERS)
