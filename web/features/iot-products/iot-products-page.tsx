import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type IotProduct,
  iotProductColumns,
  iotProductFields,
  iotProducts,
} from '#shared/contracts/iot-products.ts'
import { settingGroupKeys } from '#shared/signals.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { later } from '#web/components/later.tsx'
import { PublishedPage, publishedReadAhead } from '#web/components/records/published-page.tsx'
import { useFields } from '#web/components/records/use-fields.tsx'

const ProductMapDialog = later(() => import('./product-map-dialog.tsx').then(file => file.ProductMapDialog))

const FILTERS = ['protocol']
/** Defaults of a new product: everything a controller can have. */
const initial: Partial<IotProduct> = {
  protocol: 'sparkplug',
  groups: [...settingGroupKeys],
  levels: 18,
  fanGroups: 12,
  probes: 8,
  heatingZones: 6,
  relays: 64,
  analogInputs: 16,
  digitalInputs: 16,
  dimmers: 4,
}

/** `/iot-product`: controller models, which devices refer to: what a model has, and which settings it takes. */
export function IotProductsPage() {
  const { t } = useTranslation('iot-products')
  const { column } = useFields(iotProductColumns)
  const [mapped, setMapped] = useState<IotProduct | null>(null)
  return (
    <>
      <PublishedPage<IotProduct>
        contract={iotProducts}
        excel={iotProducts}
        fields={iotProductColumns}
        filters={FILTERS}
        title={t($ => $.title)}
        says={count => t($ => $.says, { count })}
        searchHint={t($ => $.searchHint)}
        newRow={t($ => $.new)}
        empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }}
        columns={[
          column('maker', { card: 'line' }),
          column('protocol', { card: 'line' }),
          column('firmware', { isUnsorted: true, isExtra: true }),
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
          {
            key: 'map',
            title: t($ => $.map.column),
            card: 'note',
            // One that speaks for itself has no registers to read.
            render: row =>
              row.protocol === 'sparkplug' ? null : (
                <ActionButton size="small" endpoint={iotProducts.map} onClick={() => setMapped(row)}>
                  {t($ => $.map.open)}
                </ActionButton>
              ),
          },
          column('createdAt', { isExtra: true }),
        ]}
        uses={({ devices }) => devices}
        withdrawSays={count => t($ => $.withdrawSays, { count })}
        removeSays={t($ => $.removeSays)}
        form={{ fields: iotProductFields, initial }}
      />
      {mapped && <ProductMapDialog product={mapped} close={() => setMapped(null)} />}
    </>
  )
}
IotProductsPage.readAhead = publishedReadAhead(iotProducts, FILTERS)
