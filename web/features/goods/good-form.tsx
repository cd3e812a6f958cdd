import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { cageTypes } from '#shared/contracts/cage-types.ts'
import { type Good, goodFields, goods } from '#shared/contracts/goods.ts'
import { iotProducts } from '#shared/contracts/iot-products.ts'
import { BUYER_PRICES, SPECIFICATIONS, VARIANTS } from '#shared/goods.ts'
import { currencyNames } from '#shared/money.ts'
import { noPacking } from '#shared/packing.ts'
import { bothNames } from '#shared/text.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { RecordForm } from '#web/components/records/record-form.tsx'
import { ChoiceSelect, RemoteSelect } from '#web/components/remote-select.tsx'
import { RichTextItem } from '#web/components/rich-text/rich-text-item.tsx'
import { useOptions } from '#web/components/use-options.ts'
import { useReadOnce } from '#web/components/use-read-once.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useGoodCategories } from './goods-page.tsx'
import { PackingInput, SizePacking } from './packing-input.tsx'
import { type Cell, RowsInput } from './rows-input.tsx'

/** Defaults of a new good. */
const initial: Partial<Good> = {
  currency: 'CNY',
  unit: 'piece',
  machines: [],
  models: '',
  chineseContent: '',
  englishContent: '',
  specifications: [],
  categoryId: null,
  productIds: [],
  cageTypeIds: [],
  variants: [],
  prices: [],
  packing: noPacking,
}

interface Props {
  title: string
  close: () => void
}

/** Edits a good: names, pictures, prices and what it fits. `id` null: a new one. */
export function GoodForm({ id, ...props }: Props & { id: string | null }) {
  return id === null ? <Fields row="new" {...props} /> : <KnownGood key={id} id={id} {...props} />
}

function KnownGood({ id, ...props }: Props & { id: string }) {
  const { data } = useReadOnce([goods.get.path, id, 'whole'], () => call(goods.get, { params: { id } }))
  return data ? <Fields row={data} {...props} /> : null
}

function Fields({ row, title, close }: Props & { row: Good | 'new' }) {
  const { t } = useTranslation('goods')
  return (
    <RecordForm<Good>
      contract={goods}
      fields={goodFields}
      row={row}
      title={title}
      initial={initial}
      sections={[
        {
          key: 'names',
          title: t($ => $.sections.names),
          fields: (
            <>
              <FieldInputs
                fields={goodFields}
                shown={['code', 'unit', 'chineseName', 'englishName', 'chineseSummary', 'englishSummary']}
              />
              <Category />
              <FieldInputs fields={goodFields} shown={['pictures']} />
            </>
          ),
        },
        {
          key: 'prices',
          title: t($ => $.sections.prices),
          fields: (
            <>
              <FieldInputs fields={goodFields} shown={['price', 'currency', 'stock']} />
              <Sizes />
              <BuyerPrices known={row === 'new' ? [] : row.prices} />
            </>
          ),
        },
        {
          key: 'packing',
          title: t($ => $.sections.packing),
          fields: (
            <FormField
              className="form-wide"
              name="packing"
              label={t($ => $.packing.title)}
              extra={t($ => $.packing.says)}
            >
              <PackingInput />
            </FormField>
          ),
        },
        { key: 'fits', title: t($ => $.sections.fits), fields: <Fits /> },
        { key: 'data', title: t($ => $.sections.data), fields: <Texts /> },
      ]}
      close={close}
    />
  )
}

function Category() {
  const { t } = useTranslation('goods')
  return (
    <FormField name="categoryId" label={t($ => $.category)}>
      <ChoiceSelect options={useGoodCategories()} allowClear />
    </FormField>
  )
}

function Sizes() {
  const { t } = useTranslation('goods')
  const cells: Cell[] = [
    { key: 'code', label: t($ => $.size.code), most: 40 },
    { key: 'chineseName', label: t($ => $.size.chinese), most: 60, lang: 'zh' },
    { key: 'englishName', label: t($ => $.size.english), most: 60, lang: 'en' },
    { key: 'price', label: t($ => $.size.price), kind: 'amount' },
    { key: 'stock', label: t($ => $.size.stock), kind: 'whole' },
    {
      key: 'packing',
      label: t($ => $.packing.ofSize),
      input: given => <SizePacking {...given} />,
    },
  ]
  return (
    <FormField className="form-wide" name="variants" label={t($ => $.size.title)} extra={t($ => $.size.says)}>
      <RowsInput cells={cells} add={t($ => $.size.add)} most={VARIANTS} />
    </FormField>
  )
}

function BuyerPrices({ known }: { known: Good['prices'] }) {
  const { t } = useTranslation('goods')
  const language = usePreferences(({ language }) => language)
  const source = useOptions(goods.buyers.path, '', search => call(goods.buyers, { query: { search } }))
  const variants: Good['variants'] = Form.useWatch('variants', { preserve: true }) ?? []
  const also = known.map(price => ({ value: price.buyerId, label: bothNames(price)[language] }))
  const cells: Cell[] = [
    {
      key: 'buyerId',
      label: t($ => $.buyer.name),
      input: given => <RemoteSelect {...given} source={source} also={also} popupMatchSelectWidth={false} />,
    },
    {
      key: 'variant',
      label: t($ => $.buyer.size),
      input: given => (
        <ChoiceSelect
          {...given}
          options={[
            { value: '', label: t($ => $.buyer.all) },
            ...variants.map(({ code }) => ({ value: code, label: code })),
          ]}
        />
      ),
    },
    { key: 'price', label: t($ => $.size.price), kind: 'amount' },
    {
      key: 'currency',
      label: t($ => $.buyer.currency),
      input: given => (
        <ChoiceSelect
          {...given}
          options={Object.entries(currencyNames).map(([value, name]) => ({ value, label: name[language] }))}
        />
      ),
    },
  ]
  return (
    <FormField className="form-wide" name="prices" label={t($ => $.buyer.title)} extra={t($ => $.buyer.says)}>
      <RowsInput
        cells={cells}
        add={t($ => $.buyer.add)}
        fresh={{ variant: '', currency: 'CNY' }}
        most={BUYER_PRICES}
      />
    </FormField>
  )
}

function Fits() {
  const { t } = useTranslation('goods')
  const products = useOptions(iotProducts.options.path, '', search =>
    call(iotProducts.options, { query: { search } }),
  )
  const cages = useOptions(cageTypes.options.path, '', search =>
    call(cageTypes.options, { query: { search } }),
  )
  return (
    <>
      <FieldInputs fields={goodFields} shown={['machines', 'models', 'part', 'perMachine']} />
      <FormField name="productIds" label={t($ => $.products)}>
        <RemoteSelect mode="multiple" source={products} />
      </FormField>
      <FormField name="cageTypeIds" label={t($ => $.cages)}>
        <RemoteSelect mode="multiple" source={cages} />
      </FormField>
    </>
  )
}

function Texts() {
  const { t } = useTranslation('goods')
  const cells: Cell[] = [
    { key: 'chineseName', label: t($ => $.specification.chinese), most: 60, lang: 'zh' },
    { key: 'englishName', label: t($ => $.specification.english), most: 60, lang: 'en' },
    { key: 'value', label: t($ => $.specification.value), most: 120 },
  ]
  return (
    <div className="form-wide">
      <FormField name="specifications" label={t($ => $.specification.title)}>
        <RowsInput cells={cells} add={t($ => $.specification.add)} most={SPECIFICATIONS} />
      </FormField>
      {(['chinese', 'english'] as const).map(language => (
        <RichTextItem
          key={language}
          name={`${language}Content`}
          label={t($ => $.content[language])}
          lang={language === 'chinese' ? 'zh-CN' : 'en-US'}
        />
      ))}
    </div>
  )
}
