import { useTranslation } from 'react-i18next'
import { type EnergyForm, energyFields, energyPrices } from '#shared/contracts/energy-prices.ts'
import type { EnergyPrices } from '#shared/energy-prices.ts'
import { USUAL_CURRENCY } from '#shared/money.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { call } from '#web/data/client.ts'

interface Props {
  prices: EnergyPrices | null
  close: () => void
}

/** What the farm pays for gas and power; either may be left empty. */
export function EnergyPricesForm({ prices, close }: Props) {
  const { t } = useTranslation('components')
  return (
    <FormDialog<EnergyForm>
      title={t($ => $.energyPrices.set)}
      initial={{
        currency: prices?.currency ?? USUAL_CURRENCY,
        power: prices?.power ?? null,
        gas: prices?.gas ?? null,
        gasUnit: prices?.gasUnit ?? 'm3',
      }}
      save={body => call(energyPrices.set, { body })}
      success={t($ => $.energyPrices.saved)}
      close={close}
    >
      <p className="caption">{t($ => $.energyPrices.says)}</p>
      <FieldInputs fields={energyFields} />
    </FormDialog>
  )
}
