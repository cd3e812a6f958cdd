import { useTranslation } from 'react-i18next'
import { type IotProduct, iotProductColumns, iotProducts } from '#shared/contracts/iot-products.ts'
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

const IotProductForm = later(() => import('./iot-product-form.tsx').then(file => file.IotProductForm))

/** Filters of the address. */
const FILTERS = ['search', 'status', 'protocol']

/** `/iot-product`: models of controllers, which devices are of: what one has, and what can be set at it. */
export function IotProductsPage() {
  const { t } = useTranslation('iot-products')
  const language = usePreferences(({ language }) => language)
  const { column, stateColumn, filter } = useFields(iotProductColumns)
  const list = useList(iotProducts.list, FILTERS, { counts: iotProducts.counts })
  const { row: editing, open: edit, close } = useEdited(list, iotProducts)
  const columns: Column<IotProduct>[] = [
    {
      key: 'name',
      title: t($ => $.name),
      sort: 'name',
      render: ({ chineseName, englishName }) => <BothNames chinese={chineseName} english={englishName} />,
    },
    stateColumn('status', markOfRelease),
    column('maker', { card: 'line' }),
    column('protocol', { card: 'line' }),
    column('firmware', { isUnsorted: true }),
    column('levels'),
    column('fanGroups', { isUnsorted: true }),
    column('heatingZones', { isUnsorted: true, isExtra: true }),
    column('relays'),
    column('probes', { isUnsorted: true, isExtra: true }),
    column('analogInputs', { isUnsorted: true, isExtra: true }),
    column('digitalInputs', { isUnsorted: true, isExtra: true }),
    column('dimmers', { isUnsorted: true, isExtra: true }),
    column('groups', { isUnsorted: true, isExtra: true }),
    column('devices', { card: 'note', render: ({ devices }) => t($ => $.devices, { count: devices }) }),
    column('createdAt', { isExtra: true }),
  ]
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      chips={filter('status', markOfRelease)}
      filters={[filter('protocol')]}
      columns={columns}
      excel={iotProducts}
      create={{ label: t($ => $.new), endpoint: iotProducts.create, run: () => edit('new') }}
      actions={product => (
        <RecordActions
          contract={iotProducts}
          row={product}
          name={bothNames(product)[language]}
          edit={() => edit(product)}
          publishing={{
            contract: iotProducts,
            status: product.status,
            withdrawSays: t($ => $.withdrawSays, { count: product.devices }),
          }}
          removeSays={product.devices === 0 ? t($ => $.removeSays) : null}
        />
      )}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }}
    >
      {editing && <IotProductForm row={editing} close={close} />}
    </ListPage>
  )
}
IotProductsPage.readAhead = listReadAhead(iotProducts.list, FILTERS)
