import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type House, houses } from '#shared/contracts/houses.ts'
import { houseTypes } from '#shared/signals.ts'
import { later } from '#web/components/later.tsx'
import { DELETED, isOfDeleted, useDeletedColumns, useDeletedFilter } from '#web/components/list/deleted.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { readListAhead, useList } from '#web/components/list/use-list.ts'
import type { Search } from '#web/components/screen-context.tsx'
import { useGroupOptions } from '#web/components/use-options.ts'
import { useHouseColumns } from './house-columns.tsx'
import { DeletedHouseActions, HouseRowActions } from './house-row-actions.tsx'

const HouseFormDialog = later(() => import('./house-form-dialog.tsx').then(file => file.HouseFormDialog))

/** States move; the list is read again this often, ms. */
const REREAD_MS = 15_000

/** Filters of the address. */
const FILTERS = ['search', 'type', 'groupId', DELETED]
/** Columns that say something of a deleted house. */
const KEPT = ['name', 'type', 'officeId', 'group', 'size']

/** `/chicken-home-manage`: the houses in the viewer's scope. */
export function HousesPage() {
  const { t } = useTranslation('houses')
  const { t: word } = useTranslation('components')
  const list = useList(houses.list, FILTERS, { everyMs: REREAD_MS, counts: houses.counts })
  const isDeleted = isOfDeleted(list)
  const columns = useHouseColumns()
  const deletedColumns = useDeletedColumns(columns, KEPT)
  const deletedFilter = useDeletedFilter(houses.restore)
  const groups = useGroupOptions()
  const [editing, setEditing] = useState<House | 'new' | null>(null)
  const types = houseTypes.map(value => ({ value, label: word($ => $.houseType[value]) }))
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={t($ => $.says, { count: list.total })}
      searchHint={t($ => $.searchHint)}
      chips={{ name: 'type', label: t($ => $.fields.type), options: types }}
      columns={isDeleted ? deletedColumns : columns}
      {...(!isDeleted && { excel: houses })}
      filters={[{ name: 'groupId', label: t($ => $.fields.groupId), ...groups }, ...deletedFilter]}
      create={{ label: t($ => $.new), endpoint: houses.create, run: () => setEditing('new') }}
      actions={house =>
        house.deleted ? (
          <DeletedHouseActions house={house} />
        ) : (
          <HouseRowActions house={house} edit={() => setEditing(house)} />
        )
      }
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays), readOnly: t($ => $.emptyReadOnly) }}
    >
      {editing && (
        <HouseFormDialog house={editing === 'new' ? null : editing} close={() => setEditing(null)} />
      )}
    </ListPage>
  )
}
HousesPage.readAhead = (search: Search) => readListAhead(houses.list, FILTERS, search)
