import { useTranslation } from 'react-i18next'
import { type PriceListRow, priceListColumns, priceLists } from '#shared/contracts/price-lists.ts'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { RecordActions } from '#web/components/records/record-actions.tsx'
import { useFields } from '#web/components/records/use-fields.tsx'
import type { State } from '#web/components/state-mark.tsx'

const PriceListForm = later(() => import('./price-list-form.tsx').then(file => file.PriceListForm))

/** Filters in the address. */
const FILTERS = ['search', 'standing']

const marks: Record<PriceListRow['standing'], State> = {
  current: 'normal',
  coming: 'pending',
  over: 'offline',
}

/** `/mall/goods/price-lists`: prices for buyers, within days. */
export function PriceListsPage() {
  const { t } = useTranslation('price-lists')
  const { column, stateColumn, filter } = useFields(priceListColumns)
  const list = useList(priceLists.list, FILTERS, { counts: priceLists.counts })
  const { row: editing, open: edit, close } = useEdited(list, priceLists)
  const columns: Column<PriceListRow>[] = [
    column('name'),
    stateColumn('standing', marks),
    column<PriceListRow>('percent', {
      card: 'note',
      render: ({ percent }) => (percent ? t($ => $.off, { percent }) : null),
    }),
    column<PriceListRow>('buyerCount', {
      card: 'line',
      render: ({ buyerCount }) => t($ => $.buyerCount, { count: buyerCount }),
    }),
    column<PriceListRow>('lineCount', {
      card: 'line',
      render: ({ lineCount }) => t($ => $.lineCount, { count: lineCount }),
    }),
    column('fromOn', { card: 'line' }),
    column('untilOn', { card: 'line' }),
    column('updatedAt', { isExtra: true }),
    column('createdAt', { isExtra: true }),
  ]
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      chips={filter('standing', marks)}
      columns={columns}
      excel={priceLists}
      create={{ label: t($ => $.new), endpoint: priceLists.create, run: () => edit('new') }}
      actions={row => (
        <RecordActions
          contract={priceLists}
          row={row}
          name={row.name}
          edit={() => edit(row)}
          removeSays={t($ => $.removeSays)}
        />
      )}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }}
    >
      {editing && (
        <PriceListForm
          id={editing === 'new' ? null : editing.id}
          title={editing === 'new' ? t($ => $.new) : editing.name}
          close={close}
        />
      )}
    </ListPage>
  )
}
PriceListsPage.readAhead = listReadAhead(priceLists.list, FILTERS)
