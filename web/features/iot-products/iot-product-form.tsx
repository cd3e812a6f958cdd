import { useTranslation } from 'react-i18next'
import { type IotProduct, iotProductFields, iotProducts } from '#shared/contracts/iot-products.ts'
import { settingGroupKeys } from '#shared/signals.ts'
import { bothNames } from '#shared/text.ts'
import type { NEW } from '#web/components/list/use-edited.ts'
import { RecordForm } from '#web/components/records/record-form.tsx'
import { usePreferences } from '#web/data/preferences.ts'

/** Where a new product starts: with all that a controller can have. */
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

/** Writes a new product, or changes one; the screens of settings of its controllers follow. */
export function IotProductForm({ row, close }: { row: IotProduct | typeof NEW; close: () => void }) {
  const { t } = useTranslation('iot-products')
  const language = usePreferences(({ language }) => language)
  return (
    <RecordForm
      contract={iotProducts}
      fields={iotProductFields}
      row={row}
      title={row === 'new' ? t($ => $.new) : bothNames(row)[language]}
      initial={initial}
      touches={[]}
      close={close}
    />
  )
}
