import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import {
  consigneeFields,
  contentField,
  type Order,
  orders,
  planFields,
  SHIPMENTS,
} from '#shared/contracts/orders.ts'
import { PIECES } from '#shared/inquiries.ts'
import { currencies, readAmount } from '#shared/money.ts'
import type { OrderLine } from '#shared/orders.ts'
import { lineIdOf, type Shipment, shipmentFields, shipmentIdOf } from '#shared/shipments.ts'
import { AmountField } from '#web/components/form/amount-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import type { Named } from '#web/components/form/form-names.ts'
import { useWholeRule } from '#web/components/form/whole-input.tsx'
import { Country, useConsigneeOf } from '#web/components/goods/consignee.tsx'
import { OrderLinesInput } from '#web/components/goods/order-lines-input.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { RowsInput } from '#web/components/records/rows-input.tsx'
import { ChoiceSelect, RemoteSelect } from '#web/components/remote-select.tsx'
import { useOfficeOptions } from '#web/components/use-options.ts'
import { useSentId } from '#web/components/use-sent-id.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'

type Values = z.input<typeof orders.create.body>

interface Props {
  /** The order to change; a new one is created without it. */
  order?: Order
  /** Initial values of a new one, and the inquiry it comes from. */
  begun?: Partial<Values>
  inquiryId?: string | null
  /** The customer it begins with, by name. */
  customer?: Named | undefined
  close: () => void
  /** Opens the new one. */
  open?: (id: string) => void
}

const noShipment = {
  carrier: '',
  logisticsNumber: '',
  portOfLoading: '',
  portOfDischarge: '',
  vessel: '',
  sailingOn: null,
  arrivalOn: null,
  arrivedOn: null,
  containerType: '',
  containers: null,
} satisfies Omit<Shipment, 'id'>

/** What the form has of a shipment; the rest of it is kept under its id. */
const plainOf = (shipment: Shipment, i: number) => ({
  ...(Object.fromEntries(
    Object.keys(shipmentFields).map(name => [name, shipment[name as keyof typeof shipmentFields] ?? null]),
  ) as Omit<typeof noShipment, never>),
  id: shipmentIdOf(shipment, i),
})

const formOf = (order: Order): Partial<Values> => ({
  consignee: order.consignee,
  phone: order.phone,
  country: order.country,
  city: order.city,
  address: order.address,
  content: order.content,
  externalNumber: order.externalNumber ?? '',
  productionEnd: order.productionEnd,
  currency: order.currency,
  freight: order.freight,
  lines: order.lines.map((line, i) => ({ ...line, id: lineIdOf(line, i) })),
  shipments: order.shipments.map(plainOf),
})
const noOrder: Partial<Values> = {
  consignee: '',
  phone: '',
  country: '',
  city: '',
  address: '',
  content: '',
  currency: 'CNY',
  freight: '0.00',
  lines: [],
  shipments: [],
}

/** An order as staff enter it: who gets what at which price, and how it is shipped. */
export function OrderForm({ order, begun, inquiryId = null, customer, close, open }: Props) {
  const { t } = useTranslation('orders')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const sentId = useSentId()
  const labels = {
    consignee: consigneeFields.consignee.label[language],
    phone: consigneeFields.phone.label[language],
    city: consigneeFields.city.label[language],
    address: consigneeFields.address.label[language],
    country: word($ => $.country),
    content: contentField.content.label[language],
    externalNumber: t($ => $.erp),
    productionEnd: planFields.productionEnd.label[language],
    currency: t($ => $.currency),
    freight: t($ => $.freight),
    lines: t($ => $.items),
    shipments: t($ => $.shipment),
  }
  const save = async (values: Values, version: number | undefined) => {
    if (order) return call(orders.update, { params: { id: order.id }, body: { ...values, version } })
    const { id } = await call(orders.create, { body: { ...values, inquiryId, sentId } })
    open?.(id)
    return undefined
  }
  return (
    <FormDialog<Values>
      title={
        order
          ? t($ => $.editOf, { number: [order.number, order.externalNumber].filter(Boolean).join(' · ') })
          : t($ => $.create)
      }
      initial={order ? formOf(order) : { ...noOrder, ...begun }}
      {...(order && { version: order.version })}
      labels={labels}
      valuesOf={formOf}
      save={save}
      success={order ? t($ => $.updated) : t($ => $.created)}
      close={close}
      sections={[
        { key: 'items', title: t($ => $.items), fields: <Items order={order} customer={customer} /> },
        { key: 'consignee', title: t($ => $.consignee), fields: <Consignee /> },
        { key: 'shipping', title: t($ => $.shipping), fields: <Shipping /> },
      ]}
    />
  )
}

function Items({ order, customer }: Pick<Props, 'order' | 'customer'>) {
  const { t } = useTranslation('orders')
  const { t: word } = useTranslation('components')
  const areNamed = (_: unknown, lines: OrderLine[]) =>
    lines.length > 0 && lines.every(line => (line.chineseName || line.englishName).trim() !== '')
      ? Promise.resolve()
      : Promise.reject(new Error(t($ => $.lineWanted)))
  const areAmounts = (_: unknown, lines: OrderLine[]) =>
    lines.every(({ price }) => price === null || readAmount(price) !== undefined)
      ? Promise.resolve()
      : Promise.reject(new Error(word($ => $.amountWanted)))
  const chosen: string | undefined = Form.useWatch('officeId', { preserve: true })
  const officeId = order?.officeId ?? chosen
  useConsigneeOf(order ? undefined : chosen)
  const offices = useOfficeOptions()
  const pieces = useWholeRule<OrderLine>(lines => lines.map(({ quantity }) => quantity), {
    min: 1,
    max: PIECES,
  })
  return (
    <>
      {!order && (
        <FormField
          name="officeId"
          label={word($ => $.customer)}
          rules={[{ required: true, message: word($ => $.required) }]}
        >
          <RemoteSelect source={offices} {...(customer && { also: [customer] })} />
        </FormField>
      )}
      <FormField name="currency" label={t($ => $.currency)}>
        <ChoiceSelect options={currencies.map(value => ({ value, label: value }))} />
      </FormField>
      <AmountField name="freight" label={t($ => $.freight)} isRequired />
      <FormField
        className="form-wide"
        name="lines"
        label={t($ => $.goods)}
        rules={[{ validator: areNamed }, { validator: areAmounts }, pieces]}
      >
        <OrderLinesInput officeId={officeId} />
      </FormField>
      <div className="form-wide">
        <FieldInputs fields={contentField} />
      </div>
    </>
  )
}

function Consignee() {
  const { t } = useTranslation('orders')
  return (
    <>
      <Country />
      <div className="form-wide">
        <FieldInputs fields={consigneeFields} />
      </div>
      <FormField name="externalNumber" label={t($ => $.erp)} extra={t($ => $.erpSays)}>
        <Input maxLength={60} />
      </FormField>
    </>
  )
}

function Shipping() {
  const { t } = useTranslation('orders')
  const { least, most } = shipmentFields.containers
  const containers = useWholeRule<Shipment>(rows => rows.flatMap(row => row.containers ?? []), {
    min: least,
    max: most,
  })
  return (
    <>
      <div className="form-wide">
        <FieldInputs fields={planFields} />
      </div>
      <FormField className="form-wide" name="shipments" label={t($ => $.shipment)} rules={[containers]}>
        <RowsInput
          fields={shipmentFields}
          empty={noShipment}
          add={t($ => $.addShipment)}
          rowName={number => t($ => $.shipmentOf, { number })}
          most={SHIPMENTS}
        />
      </FormField>
    </>
  )
}
