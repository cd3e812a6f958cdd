import { useTranslation } from 'react-i18next'
import { houseStates, houses } from '#shared/contracts/houses.ts'
import { houseTypes } from '#shared/signals.ts'
import { houseAddress } from '#web/components/house-address.ts'
import { later } from '#web/components/later.tsx'
import { useCustomerFilter } from '#web/components/list/customer-filter.ts'
import { DELETED } from '#web/components/list/deleted.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useHouseColumns } from './house-columns.tsx'
import { useGroupOptions } from './house-options.ts'
import { DeletedHouseActions, HouseRowActions } from './house-row-actions.tsx'

const EquipmentOf = later(() => import('./equipment-form.tsx').then(file => file.EquipmentOf))
const HouseCode = later(() => import('./house-code.tsx').then(file => file.HouseCodeDialog))
const HouseImports = later(() => import('./house-imports.tsx').then(file => file.HouseImports))
const HouseFormDialog = later(() => import('./house-form-dialog.tsx').then(file => file.HouseFormDialog))

/** How often the list is read again, ms, since states change. */
const REREAD_MS = 15_000

/** Filters in the address. */
const FILTERS = ['search', 'type', 'groupId', 'state', 'officeId', DELETED]
/** Columns that still mean something for a deleted house. */
const KEPT = ['name', 'type', 'officeId', 'group', 'size']

/** `/chicken-home-manage`: the houses in the viewer's scope. */
export function HousesPage() {
  const { t } = useTranslation('houses')
  const { t: word } = useTranslation('components')
  const list = useList(houses.list, FILTERS, { everyMs: REREAD_MS, counts: houses.counts })
  const groups = useGroupOptions()
  const { row: editing, open: edit, close } = useEdited(list, houses)
  const { exists, open, search } = useScreen()
  const addressOf = houseAddress(exists)
  const types = houseTypes.map(value => ({ value, label: word($ => $.houseType[value]) }))
  const states = houseStates.map(value => ({ value, label: word($ => $.houseState[value]) }))
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      chips={{ name: 'type', label: t($ => $.fields.type), options: types }}
      filters={[
        { name: 'state', label: t($ => $.fields.state), options: states },
        { name: 'groupId', label: t($ => $.fields.groupId), ...groups },
        ...useCustomerFilter(),
      ]}
      columns={useHouseColumns()}
      excel={houses}
      lead={addressOf && (id => open(addressOf(id)))}
      create={{ label: t($ => $.new), endpoint: houses.create, run: () => edit('new') }}
      actions={house => <HouseRowActions house={house} edit={() => edit(house)} />}
      deleted={{
        restore: houses.restore,
        kept: KEPT,
        actions: house => <DeletedHouseActions house={house} />,
      }}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays), readOnly: t($ => $.emptyReadOnly) }}
    >
      {search.equipment && <EquipmentOf key={search.equipment} id={search.equipment} />}
      {search.code && <HouseCode key={search.code} id={search.code} />}
      {search.imports && <HouseImports key={search.imports} id={search.imports} />}
      {editing && <HouseFormDialog house={editing === 'new' ? null : editing} close={close} />}
    </ListPage>
  )
}
HousesPage.readAhead = listReadAhead(houses.list, FILTERS)
