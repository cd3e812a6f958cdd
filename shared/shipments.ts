import { z } from 'zod'
import { isCountry } from './countries.ts'
import { Id } from './endpoint.ts'
import type { Fields } from './field.ts'
import { typedShape } from './fields.ts'
import { LINES, PIECES } from './inquiries.ts'
import { line } from './line.ts'
import { type Load, loadOf, loadTogether, Packing } from './packing.ts'
import { text } from './text.ts'
import { daysBetween } from './zone-time.ts'

/** One shipment of an order, as programs and files know it. */
export const shipmentFields = {
  carrier: { kind: 'text', most: 100, label: text('承运公司', 'Carrier') },
  logisticsNumber: { kind: 'text', most: 60, label: text('物流单号', 'Logistics number') },
  portOfLoading: { kind: 'text', most: 100, label: text('装货港', 'Port of loading') },
  portOfDischarge: { kind: 'text', most: 100, label: text('卸货港', 'Port of discharge') },
  vessel: { kind: 'text', most: 100, label: text('船名航次', 'Vessel and voyage') },
  sailingOn: { kind: 'day', label: text('开船日期', 'Sailing day') },
  arrivalOn: { kind: 'day', label: text('预计到港', 'Arrival expected') },
  arrivedOn: { kind: 'day', label: text('实际到港', 'Arrived on') },
  containerType: { kind: 'text', most: 60, label: text('箱型', 'Container type') },
  containers: { kind: 'whole', least: 0, most: 999, label: text('箱数', 'Containers') },
} as const satisfies Fields

/** What the provider's staff add to it. */
export const ladingFields = {
  blNumber: { kind: 'text', most: 40, label: text('提单号', 'Bill of lading number') },
  sailedOn: { kind: 'day', label: text('实际开船', 'Sailed on') },
} as const satisfies Fields

/** Most containers of a shipment, and most serial numbers of a line in it. */
export const BOXES = 40
export const SERIALS = 500

/** A container that is on its way. */
export const boxFields = {
  number: { kind: 'text', most: 20, label: text('箱号', 'Container number') },
  seal: { kind: 'text', most: 40, label: text('封号', 'Seal') },
} as const satisfies Fields

/** What is entered of a line's goods in a shipment; what is left empty is computed from the good. */
export const loadFields = {
  quantity: { kind: 'whole', least: 0, most: PIECES, label: text('数量', 'Quantity') },
  cartons: { kind: 'whole', least: 0, most: 100_000, label: text('箱数', 'Cartons') },
  netKg: { kind: 'number', least: 0, most: 1_000_000, label: text('净重 (kg)', 'Net, kg') },
  grossKg: { kind: 'number', least: 0, most: 1_000_000, label: text('毛重 (kg)', 'Gross, kg') },
  volumeM3: { kind: 'number', least: 0, most: 10_000, label: text('体积 (m³)', 'Volume, m³') },
} as const satisfies Fields

const Shipped = z.object({
  ...typedShape(loadFields),
  /** Of the order: {@link lineIdOf}. */
  lineId: Id,
  quantity: z.number().int().min(1).max(PIECES),
  hsCode: line(16).default(''),
  origin: z
    .string()
    .refine(code => code === '' || isCountry(code))
    .default(''),
  serials: z.array(line(60).min(1)).max(SERIALS).default([]),
})
/** What of a line is in a shipment, with what was known of the good when it was entered. */
export const ShippedGood = Shipped.extend({ packing: Packing })
export type ShippedGood = z.infer<typeof ShippedGood>

const lading = {
  /** Goods that come back: the route is that of the return. */
  isReturn: z.boolean().optional(),
  boxes: z
    .array(z.object(typedShape(boxFields)))
    .max(BOXES)
    .optional(),
}
/** The plain part, as an ERP or a file writes it; `id` keeps what staff added to it. */
export const PlainShipment = z.object({ ...typedShape(shipmentFields), id: Id.optional() })
/** A shipment as staff enter it with its goods. */
export const ShipmentForm = PlainShipment.extend({
  ...typedShape(ladingFields),
  ...lading,
  goods: z.array(Shipped).max(LINES),
})
export const Shipment = PlainShipment.extend({
  blNumber: z.string().optional(),
  sailedOn: z.iso.date().nullish(),
  ...lading,
  goods: z.array(ShippedGood).optional(),
  /** The days that were first planned: how late it is counts from them. */
  firstSailingOn: z.iso.date().nullish(),
  firstArrivalOn: z.iso.date().nullish(),
})
export type Shipment = z.infer<typeof Shipment>

/** Lines and shipments that were never moved are known by their place. */
export const lineIdOf = ({ id }: { id?: string | undefined }, index: number): string => id ?? `l${index + 1}`
export const shipmentIdOf = ({ id }: { id?: string | undefined }, index: number): string =>
  id ?? `s${index + 1}`

interface Line {
  id?: string | undefined
  quantity: number
}

/** How far a line of an order is delivered. */
export interface Delivery {
  lineId: string
  ordered: number
  shipped: number
  returned: number
  /** Still to be shipped; what came back is owed again. */
  open: number
  /** More than ordered. */
  over: number
}

/** How far the lines of an order are delivered; without one of its shipments if that is being entered anew. */
export function deliveriesOf(
  lines: readonly Line[],
  shipments: readonly Pick<Shipment, 'id' | 'isReturn' | 'goods'>[],
  but?: string,
): Delivery[] {
  const counted = shipments.filter((shipment, i) => shipmentIdOf(shipment, i) !== but)
  const sum = (lineId: string, isReturn: boolean) =>
    counted
      .filter(shipment => (shipment.isReturn ?? false) === isReturn)
      .flatMap(({ goods = [] }) => goods)
      .reduce((all, good) => all + (good.lineId === lineId ? good.quantity : 0), 0)
  return lines.map((each, i) => {
    const lineId = lineIdOf(each, i)
    const [shipped, returned] = [sum(lineId, false), sum(lineId, true)]
    const left = each.quantity - shipped + returned
    return {
      lineId,
      ordered: each.quantity,
      shipped,
      returned,
      open: Math.max(left, 0),
      over: Math.max(-left, 0),
    }
  })
}

/** So many pieces of a line. */
type Content = Pick<ShippedGood, 'lineId' | 'quantity'>

/**
 * What is in a shipment of an order: the goods it names. The only one that names none took what the others left open: as much
 * as could leave without that more than ordered was ever out. Null if nobody can tell: several name none, it is a return, or
 * nothing is left.
 */
export function contentsOf(
  { lines, shipments }: Pick<Moving, 'lines' | 'shipments'>,
  index: number,
): Content[] | null {
  const isUnnamed = ({ goods = [] }: Pick<Shipment, 'goods'>) => goods.length === 0
  const shipment = shipments[index]
  if (!shipment) return null
  if (shipment.goods && !isUnnamed(shipment)) return shipment.goods
  if (shipment.isReturn || shipments.filter(isUnnamed).length > 1) return null
  const id = shipmentIdOf(shipment, index)
  // What was open when it left, and after each shipment since: what came back later was in it, or in another.
  const since = shipments
    .slice(index)
    .map((_, more) => deliveriesOf(lines, shipments.slice(0, index + more + 1), id))
  const left = lines.map((line, at) => ({
    lineId: lineIdOf(line, at),
    quantity: Math.min(...since.map(deliveries => deliveries[at]?.open ?? 0)),
  }))
  const taken = left.filter(({ quantity }) => quantity > 0)
  return taken.length > 0 ? taken : null
}

/** How far an order is shipped. */
export const shippedStates = {
  no: text('未发货', 'Not shipped'),
  partly: text('部分发货', 'Partly shipped'),
  yes: text('已全部发货', 'All shipped'),
} as const
export type ShippedState = keyof typeof shippedStates

interface Moving {
  /** Its step, or that it is withdrawn. */
  standing: string
  lines: readonly Line[]
  shipments: readonly Pick<Shipment, 'id' | 'isReturn' | 'goods'>[]
}

/** How far an order is shipped: by the goods in its shipments; by its step where nobody said what is in them. */
export function shippedOf({ standing, lines, shipments }: Moving): ShippedState {
  if (!shipments.some(({ goods = [] }) => goods.length > 0))
    return standing === 'transit' || standing === 'completed' ? 'yes' : 'no'
  const deliveries = deliveriesOf(lines, shipments)
  if (deliveries.length > 0 && deliveries.every(({ open }) => open === 0)) return 'yes'
  return deliveries.some(({ shipped, returned }) => shipped > returned) ? 'partly' : 'no'
}

/** What a line's goods in a shipment come to: as entered, else as computed from the good. */
export function loadOfGood({ quantity, packing, ...typed }: Omit<ShippedGood, 'lineId' | 'serials'>): Load {
  const known = loadOf(quantity, packing)
  return {
    cartons: typed.cartons ?? known.cartons,
    netKg: typed.netKg ?? known.netKg,
    grossKg: typed.grossKg ?? known.grossKg,
    volumeM3: typed.volumeM3 ?? known.volumeM3,
  }
}

/** What all goods of a shipment come to. */
export const loadOfShipment = ({ goods = [] }: Pick<Shipment, 'goods'>) => loadTogether(goods.map(loadOfGood))

/**
 * What goes into a container and how much it may carry: m³ inside and kg of payload, as carriers publish them for
 * containers of ISO 668. A single one may carry a little more or less.
 */
const capacities = [
  [/45/, { m3: 86, kg: 27_600 }],
  [/40.*(h|高)/i, { m3: 76, kg: 26_500 }],
  [/40/, { m3: 67, kg: 26_700 }],
  [/20/, { m3: 33, kg: 28_200 }],
] as const

/** Room and payload of a shipment's containers; null if their type is not known. */
export function capacityOf({
  containerType,
  containers,
}: Pick<Shipment, 'containerType' | 'containers'>): { m3: number; kg: number } | null {
  const one = capacities.find(([type]) => type.test(containerType))?.[1]
  const count = containers ?? 1
  return one && count > 0 ? { m3: one.m3 * count, kg: one.kg * count } : null
}

/** Letters of ISO 6346 count 10 to 38 without the multiples of 11. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const countOf = (sign: string): number => {
  const at = LETTERS.indexOf(sign)
  if (at < 0) return Number(sign)
  const value = 10 + at
  return value + Math.floor((value - 1) / 10)
}

/** A container number without spaces and dashes, in capitals. */
export const plainContainer = (number: string): string =>
  number
    .normalize('NFKC')
    .replaceAll(/[\s\-./]/g, '')
    .toUpperCase()

/** Why a container number may be wrong by ISO 6346: its form, or its check digit. Not every box on a truck has one. */
export function containerDoubt(number: string): 'form' | 'digit' | null {
  const plain = plainContainer(number)
  if (plain === '') return null
  if (!/^[A-Z]{3}[UJZ]\d{7}$/.test(plain)) return 'form'
  const sum = Array.from(plain.slice(0, 10)).reduce((all, sign, i) => all + countOf(sign) * 2 ** i, 0)
  return (sum % 11) % 10 === Number(plain[10]) ? null : 'digit'
}

/** Days that a shipment is later than first planned, by its arrival or else its sailing; less than 0: earlier. */
export function delayOf({
  sailingOn,
  sailedOn,
  arrivalOn,
  arrivedOn,
  firstSailingOn,
  firstArrivalOn,
}: Pick<
  Shipment,
  'sailingOn' | 'sailedOn' | 'arrivalOn' | 'arrivedOn' | 'firstSailingOn' | 'firstArrivalOn'
>): { arrival: number | null; sailing: number | null } {
  const between = (planned: string | null | undefined, now: string | null | undefined) =>
    planned && now ? daysBetween(planned, now) : null
  return {
    sailing: between(firstSailingOn, sailedOn ?? sailingOn),
    arrival: between(firstArrivalOn, arrivedOn ?? arrivalOn),
  }
}
