import { useTranslation } from 'react-i18next'
import { goods } from '#shared/contracts/goods.ts'
import { type PriceList, priceListFields, priceLists } from '#shared/contracts/price-lists.ts'
import type { Fields as FieldsOf } from '#shared/field.ts'
import { PRICE_LIST_LINES } from '#shared/goods.ts'
import { currencyNames } from '#shared/money.ts'
import { bothNames, text } from '#shared/text.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { RecordForm } from '#web/components/records/record-form.tsx'
import { RowsInput } from '#web/components/records/rows-input.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useOptions } from '#web/components/use-options.ts'
import { useReadOnce } from '#web/components/use-read-once.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'

const initial: Partial<PriceList> = { buyers: [], lines: [], percent: null, fromOn: null, untilOn: null }

/** One price of a list, as a row of its form. */
const lineFields = {
  code: { kind: 'text', most: 40, isRequired: true, label: text('商品或规格编号', 'Code of good or size') },
  price: { kind: 'text', most: 20, isRequired: true, label: text('价格', 'Price') },
  currency: { kind: 'choice', choices: currencyNames, isRequired: true, label: text('币种', 'Currency') },
} as const satisfies FieldsOf

interface Props {
  title: string
  close: () => void
}

/** Edits a price list: its days, its buyers, its prices. `id` null: a new one. */
export function PriceListForm({ id, ...props }: Props & { id: string | null }) {
  return id === null ? <Fields row="new" {...props} /> : <KnownList key={id} id={id} {...props} />
}

function KnownList({ id, ...props }: Props & { id: string }) {
  const { data } = useReadOnce([priceLists.get.path, id, 'whole'], () =>
    call(priceLists.get, { params: { id } }),
  )
  return data ? <Fields row={data} {...props} /> : null
}

function Fields({ row, title, close }: Props & { row: PriceList | 'new' }) {
  const { t } = useTranslation('price-lists')
  const language = usePreferences(({ language }) => language)
  const source = useOptions(goods.buyers.path, '', search => call(goods.buyers, { query: { search } }))
  const known = row === 'new' ? [] : row.buyerNames
  const also = known.map(named => ({ value: named.id, label: bothNames(named)[language] }))
  return (
    <RecordForm<PriceList>
      contract={priceLists}
      fields={priceListFields}
      row={row}
      title={title}
      initial={initial}
      sections={[
        {
          key: 'whom',
          title: t($ => $.sections.whom),
          fields: (
            <>
              <FieldInputs fields={priceListFields} />
              <FormField
                className="form-wide"
                name="buyers"
                label={t($ => $.buyers)}
                extra={t($ => $.buyersSay)}
              >
                <RemoteSelect mode="multiple" source={source} also={also} />
              </FormField>
            </>
          ),
        },
        {
          key: 'prices',
          title: t($ => $.sections.prices),
          fields: (
            <FormField className="form-wide" name="lines" label={t($ => $.lines)} extra={t($ => $.linesSay)}>
              <RowsInput
                fields={lineFields}
                empty={{ code: '', price: '', currency: 'CNY' }}
                add={t($ => $.add)}
                rowName={number => t($ => $.row, { number })}
                most={PRICE_LIST_LINES}
                isDense
              />
            </FormField>
          ),
        },
      ]}
      close={close}
    />
  )
}
