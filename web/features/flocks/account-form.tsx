import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import {
  type FlockAccount,
  type FlockAccountForm,
  type FlockClose,
  flockAccounts,
} from '#shared/contracts/flock-accounts.ts'
import { currencyNames } from '#shared/money.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { ChoiceSelect } from '#web/components/remote-select.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { CostsInput, EggSalesInput, LotsInput, useRowsRule } from './account-rows.tsx'
import './close.css'

type Values = z.input<typeof FlockAccountForm>

const valuesOf = ({ currency, lots, eggs, costs, note }: FlockAccount): Values => ({
  currency,
  lots,
  eggs,
  costs,
  note,
})

/** What a flock was sold for, lot by lot, and what it cost; also after it is closed. */
export function AccountForm({ of, close }: { of: FlockClose; close: () => void }) {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  const rowsRule = useRowsRule()
  const { flockId, houseName, account, until } = of
  const hasEggs =
    account.eggs.length > 0 || 'eggsLaid' in of.figures.lacks || of.figures.values.eggsLaid !== null
  const labels = {
    currency: t($ => $.feed.currency),
    lots: t($ => $.account.lots),
    eggs: t($ => $.account.eggSales),
    costs: t($ => $.account.costs),
    note: t($ => $.fields.note),
  }
  return (
    <FormDialog<Values>
      title={t($ => $.account.titleOf, { house: houseName })}
      width={980}
      initial={valuesOf(account)}
      valuesOf={valuesOf}
      version={account.version}
      save={(values, version) =>
        call(flockAccounts.update, { params: { id: flockId }, body: { ...values, version } })
      }
      success={t($ => $.account.kept)}
      labels={labels}
      close={close}
    >
      <FormField name="currency" label={labels.currency}>
        <ChoiceSelect
          options={Object.entries(currencyNames).map(([value, name]) => ({ value, label: name[language] }))}
        />
      </FormField>
      <FormField name="lots" label={labels.lots} extra={t($ => $.account.lotsSays)} rules={[rowsRule]}>
        <LotsInput day={until} />
      </FormField>
      <FormField name="eggs" label={labels.eggs} rules={[rowsRule]} hidden={!hasEggs}>
        <EggSalesInput day={until} />
      </FormField>
      <FormField name="costs" label={labels.costs} extra={t($ => $.account.costsSays)} rules={[rowsRule]}>
        <CostsInput />
      </FormField>
      <FormField name="note" label={labels.note}>
        <Input.TextArea rows={2} maxLength={1_000} />
      </FormField>
    </FormDialog>
  )
}
