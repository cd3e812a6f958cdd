import { useQuery } from '@tanstack/react-query'
import { Input, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  BANKS,
  bankFields,
  isSwift,
  type Seller,
  type SellerBank,
  seller,
  sellerFields,
} from '#shared/contracts/seller.ts'
import { currencies, USUAL_CURRENCY } from '#shared/money.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import { RowList } from '#web/components/form/row-list.tsx'
import { SectionForm } from '#web/components/form/section-form.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { ChoiceSelect } from '#web/components/remote-select.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import '#web/components/records/rows-input.css'
import './seller.css'

type Values = Omit<Seller, 'version'>

/** `/sysconfig/seller`: who sells, as quotations, invoices and packing lists say it. */
export function SellerPage() {
  const { t } = useTranslation('seller')
  const language = usePreferences(({ language }) => language)
  const { data, error, refetch } = useQuery({
    queryKey: [seller.read.path],
    queryFn: () => call(seller.read),
  })
  const labels = Object.fromEntries(
    Object.entries(sellerFields).map(([name, { label }]) => [name, label[language]]),
  )
  return (
    <div className="page seller-page stack gap-4">
      <header>
        <h1>{t($ => $.title)}</h1>
        <p className="caption">{t($ => $.says)}</p>
      </header>
      {error && !data && <LoadProblem error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && <SellerForm data={data} labels={{ ...labels, banks: t($ => $.banks) }} />}
    </div>
  )
}

function SellerForm({ data, labels }: { data: Seller; labels: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('seller')
  const { version, ...values } = data
  const areSwift = (_: unknown, banks: SellerBank[] = []) =>
    banks.every(({ swift }) => isSwift(swift.replaceAll(' ', '').toUpperCase()))
      ? Promise.resolve()
      : Promise.reject(new Error(t($ => $.swiftWanted)))
  const areNamed = (_: unknown, banks: SellerBank[] = []) =>
    banks.every(({ bank, account }) => bank.trim() !== '' && account.trim() !== '')
      ? Promise.resolve()
      : Promise.reject(new Error(t($ => $.bankWanted)))
  return (
    <SectionForm<Values>
      endpoint={seller.update}
      initial={values}
      version={version}
      labels={labels}
      save={(typed, seen) => call(seller.update, { body: { ...typed, version: seen } })}
      success={t($ => $.saved)}
    >
      <FieldInputs fields={sellerFields} />
      <FormField
        name="banks"
        label={t($ => $.banks)}
        extra={t($ => $.banksSay)}
        rules={[{ validator: areNamed }, { validator: areSwift }]}
      >
        <Banks />
      </FormField>
    </SectionForm>
  )
}

const noBank: SellerBank = {
  currency: USUAL_CURRENCY,
  bank: '',
  address: '',
  swift: '',
  account: '',
  holder: '',
}

function Banks({ value = [], onChange }: { value?: SellerBank[]; onChange?: (banks: SellerBank[]) => void }) {
  const { t } = useTranslation('seller')
  const language = usePreferences(({ language }) => language)
  return (
    <RowList
      rows={value}
      change={banks => onChange?.(banks)}
      fresh={noBank}
      add={t($ => $.addBank)}
      most={BANKS}
      className="rows-input-row"
    >
      {(bank, put, number) => (
        <>
          <strong>{t($ => $.bankOf, { number })}</strong>
          <div>
            <span aria-hidden>{t($ => $.currency)}</span>
            <ChoiceSelect
              aria-label={t($ => $.currencyOf, { number })}
              options={currencies.map(each => ({ value: each, label: each }))}
              value={bank.currency}
              onChange={(currency: SellerBank['currency']) => put({ currency })}
            />
          </div>
          {Object.entries(bankFields).map(([name, { label, most }]) => (
            <div key={name}>
              <span aria-hidden>{label[language]}</span>
              <Input
                aria-label={`${label[language]}, ${number}`}
                maxLength={most}
                value={bank[name as keyof typeof bankFields]}
                onChange={event => put({ [name]: event.target.value })}
              />
            </div>
          ))}
        </>
      )}
    </RowList>
  )
}
