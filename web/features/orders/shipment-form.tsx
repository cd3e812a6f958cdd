import { Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Order, orders } from '#shared/contracts/orders.ts'
import {
  BOXES,
  boxFields,
  containerDoubt,
  deliveriesOf,
  ladingFields,
  lineIdOf,
  loadFields,
  type Shipment,
  type ShippedGood,
  shipmentFields,
  shipmentIdOf,
} from '#shared/shipments.ts'
import { bothNames, textIn } from '#shared/text.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { NumberInput } from '#web/components/form/number-field.tsx'
import { WholeInput } from '#web/components/form/whole-input.tsx'
import { emptyTexts, FieldInputs } from '#web/components/records/field-inputs.tsx'
import { RowsInput } from '#web/components/records/rows-input.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'

type Body = z.input<typeof orders.shipment.body>
type Typed = Omit<Body['shipment'], 'goods' | 'id'>
type Good = Omit<ShippedGood, 'packing'>
type Values = Typed & { goods: Good[]; isMoreMeant: boolean }

const fields = { ...shipmentFields, ...ladingFields }
const names = Object.keys(fields) as (keyof typeof fields)[]

const noGood = (lineId: string, quantity: number): Good => ({
  lineId,
  quantity,
  cartons: null,
  netKg: null,
  grossKg: null,
  volumeM3: null,
  hsCode: '',
  origin: '',
  serials: [],
})

interface Props {
  order: Order
  /** The shipment to change; a new one without it, which takes what is still open. */
  id?: string
  close: () => void
}

function valuesOf({ lines, shipments }: Order, id: string | undefined): Partial<Values> {
  const known: Partial<Shipment> | undefined = shipments.find((each, i) => shipmentIdOf(each, i) === id)
  const last = shipments.at(-1)
  const route = last && { portOfLoading: last.portOfLoading, portOfDischarge: last.portOfDischarge }
  const typed = Object.fromEntries(
    names.map(name => [name, known?.[name] ?? (fields[name].kind === 'text' ? '' : null)]),
  )
  const open = deliveriesOf(lines, shipments).map(({ lineId, open: left }) => noGood(lineId, left))
  const goods = lines.map((line, i) => {
    const lineId = lineIdOf(line, i)
    const good = known?.goods?.find(each => each.lineId === lineId)
    if (!known) return open[i] ?? noGood(lineId, 0)
    if (!good) return noGood(lineId, 0)
    const { packing: _, ...rest } = good
    return rest
  })
  return {
    ...emptyTexts(fields),
    ...typed,
    ...(known ? {} : route),
    isReturn: known?.isReturn ?? false,
    boxes: known?.boxes ?? [],
    goods,
    isMoreMeant: false,
  } as Partial<Values>
}

/** A shipment: route, papers of the carrier, containers, and how much of each line is in it. */
export function ShipmentForm({ order, id, close }: Props) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const number = order.shipments.findIndex((each, i) => shipmentIdOf(each, i) === id) + 1
  const labels = Object.fromEntries(names.map(name => [name, fields[name].label[language]]))
  return (
    <FormDialog<Values>
      title={number > 0 ? t($ => $.shipmentOf, { number }) : t($ => $.addShipment)}
      initial={valuesOf(order, id)}
      version={order.version}
      labels={{ ...labels, goods: t($ => $.goods), boxes: t($ => $.containers) }}
      valuesOf={((current: Order) => valuesOf(current, id)) as never}
      save={({ isMoreMeant, goods, ...typed }, version) =>
        call(orders.shipment, {
          params: { id: order.id },
          body: {
            isMoreMeant,
            version,
            shipment: { ...typed, ...(id && { id }), goods: goods.filter(({ quantity }) => quantity !== 0) },
          },
        })
      }
      success={t($ => $.updated)}
      close={close}
      sections={[
        {
          key: 'goods',
          title: t($ => $.goods),
          fields: (
            <>
              <FormField
                className="form-wide"
                name="goods"
                label={t($ => $.inShipment)}
                extra={t($ => $.computedSay)}
              >
                <GoodsInput order={order} id={id} />
              </FormField>
              <FormField className="form-wide" name="isMoreMeant" valuePropName="checked">
                <Checkbox>{t($ => $.moreMeant)}</Checkbox>
              </FormField>
              <FormField className="form-wide" name="isReturn" valuePropName="checked">
                <Checkbox>{t($ => $.isReturnSays)}</Checkbox>
              </FormField>
            </>
          ),
        },
        {
          key: 'way',
          title: t($ => $.shipment),
          fields: (
            <div className="form-wide">
              <FieldInputs fields={fields} />
            </div>
          ),
        },
        {
          key: 'containers',
          title: t($ => $.containers),
          fields: (
            <FormField className="form-wide" name="boxes" label={t($ => $.containers)}>
              <Boxes />
            </FormField>
          ),
        },
      ]}
    />
  )
}

type Box = NonNullable<Shipment['boxes']>[number]

/** Containers with their seals; a number that cannot be right is said, and taken. */
function Boxes(given: { value?: Box[]; onChange?: (boxes: Box[]) => void }) {
  const { t } = useTranslation('orders')
  const doubts = (given.value ?? []).flatMap(({ number }) => {
    const doubt = containerDoubt(number)
    return doubt ? [`${number}: ${t($ => $.doubt[doubt])}`] : []
  })
  return (
    <>
      <RowsInput
        value={given.value ?? []}
        onChange={boxes => given.onChange?.(boxes as Box[])}
        fields={boxFields}
        empty={{ number: '', seal: '' }}
        add={t($ => $.addContainer)}
        rowName={number => t($ => $.containerOf, { number })}
        most={BOXES}
        isDense
      />
      {doubts.map(doubt => (
        <p key={doubt} className="caption" role="status">
          {doubt}
        </p>
      ))}
    </>
  )
}

interface GoodsProps {
  order: Order
  id: string | undefined
  value?: Good[]
  onChange?: (goods: Good[]) => void
}

/** How much of each line: what it weighs is computed unless it is typed. */
function GoodsInput({ order, id, value = [], onChange }: GoodsProps) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const others = deliveriesOf(order.lines, order.shipments, id)
  const put = (lineId: string, part: Partial<Good>) =>
    onChange?.(value.map(good => (good.lineId === lineId ? { ...good, ...part } : good)))
  return (
    <div className="order-goods-inputs">
      {value.map((good, i) => {
        const line = order.lines[i]
        const name = line ? textIn(bothNames(line), language) : ''
        const label = (word: string) => `${word}, ${name}`
        const open = others[i]?.open ?? 0
        return (
          <fieldset key={good.lineId}>
            <legend>
              {name} <small className="num">{t($ => $.openOf, { count: open })}</small>
            </legend>
            <div>
              <small aria-hidden>{loadFields.quantity.label[language]}</small>
              <WholeInput
                aria-label={label(loadFields.quantity.label[language])}
                min={0}
                max={loadFields.quantity.most}
                value={good.quantity}
                onChange={quantity => put(good.lineId, { quantity: (quantity ?? 0) as number })}
              />
            </div>
            <Loads {...{ good, label, put }} />
            <Input
              aria-label={label(t($ => $.serials))}
              placeholder={t($ => $.serials)}
              value={good.serials.join(', ')}
              onChange={event => put(good.lineId, { serials: event.target.value.split(/[,，;；]\s?/) })}
              onBlur={() =>
                put(good.lineId, {
                  serials: good.serials.map(each => each.trim()).filter(each => each !== ''),
                })
              }
            />
          </fieldset>
        )
      })}
    </div>
  )
}

const loads = ['cartons', 'netKg', 'grossKg', 'volumeM3'] as const

interface LoadsProps {
  good: Good
  label: (word: string) => string
  put: (lineId: string, part: Partial<Good>) => void
}

function Loads({ good, label, put }: LoadsProps) {
  const language = usePreferences(({ language }) => language)
  return loads.map(name => (
    <div key={name}>
      <small aria-hidden>{loadFields[name].label[language]}</small>
      <NumberInput
        field={name}
        aria-label={label(loadFields[name].label[language])}
        unit=""
        isWhole={name === 'cartons'}
        value={good[name] ?? null}
        onChange={typed => put(good.lineId, { [name]: typed })}
      />
    </div>
  ))
}
