import type { z } from 'zod'
import { type Order, SHIPMENTS } from '#shared/contracts/orders.ts'
import type { OrderLine } from '#shared/orders.ts'
import { deliveriesOf, lineIdOf, type PlainShipment, type Shipment, shipmentIdOf } from '#shared/shipments.ts'
import { bothNames, text } from '#shared/text.ts'
import { newId } from '../../platform/database/ids.ts'
import { refuse } from '../../platform/http/errors.ts'
import { filled } from '../../platform/records/filled.ts'

type Plain = z.output<typeof PlainShipment>

// Programs and files write lines and shipments without ids. Here they are known again, so that what staff added to them
// stays: shipped goods name the lines of the order, and a shipment keeps its goods, its containers and its bill of lading.

/** Finds for each row after a change the row it was, each once: by its id, else by the best likeness. */
function matched<Row extends { id?: string | undefined }, Typed extends { id?: string | undefined }>(
  before: readonly Row[],
  after: readonly Typed[],
  { idOf, isLike }: { idOf: (row: Row, i: number) => string; isLike: (row: Row, typed: Typed) => boolean },
): (number | undefined)[] {
  const left = new Set(before.keys())
  const take = (at: number | undefined) => {
    if (at !== undefined) left.delete(at)
    return at
  }
  const byId = after.map(({ id }) =>
    take(id === undefined ? undefined : [...left].find(i => idOf(before[i] as Row, i) === id)),
  )
  return after.map((typed, i) => byId[i] ?? take([...left].find(at => isLike(before[at] as Row, typed))))
}

const isSameLine = (one: OrderLine, other: OrderLine) =>
  one.goodId || other.goodId
    ? one.goodId === other.goodId && (one.variantId ?? null) === (other.variantId ?? null)
    : one.code === other.code &&
      (one.englishName === other.englishName || one.chineseName === other.chineseName)

/** The typed lines, each under the id of the line it was; a line that is new, or in another place, gets one. */
export function linesKnown(before: readonly OrderLine[], typed: readonly OrderLine[]): OrderLine[] {
  const was = matched(before, typed, { idOf: lineIdOf, isLike: isSameLine })
  return typed.map(({ id: _, ...line }, i) => {
    const at = was[i]
    const known = at === undefined ? undefined : before[at]
    if (at === undefined || !known) return before.length === 0 ? line : { id: newId(), ...line }
    const unit = line.unit ?? known.unit
    const kept = { ...line, ...(unit && { unit }) }
    return at === i && known.id === undefined ? kept : { id: lineIdOf(known, at), ...kept }
  })
}

export const tooManyShipments = [
  text('一个订单最多 {most} 批发货', 'At most {most} shipments in an order'),
  { most: SHIPMENTS },
] as const

const hasSameNumber = (one: Plain, other: Plain) =>
  one.logisticsNumber !== '' && one.logisticsNumber === other.logisticsNumber

/**
 * The shipments after an ERP sent some: each given one is added, or fills in the one it was, by id, number or place; the others
 * stay.
 */
export function shipmentsResent(before: readonly Shipment[], given: readonly Plain[]): Plain[] {
  const was = matched(before, given, { idOf: shipmentIdOf, isLike: hasSameNumber })
  const all: Plain[] = [...before]
  for (const [i, shipment] of given.entries()) {
    const there = was.includes(i) ? undefined : before[i]
    const isThere = there && !there.isReturn && !(there.logisticsNumber && shipment.logisticsNumber)
    const at = was[i] ?? (isThere ? i : all.length)
    all[at] = { ...shipment, ...all[at], ...filled(shipment) }
  }
  if (all.length > SHIPMENTS) throw refuse.invalid([{ field: 'shipments', message: tooManyShipments }])
  return all
}

/** The typed shipments with what staff had added to them. */
export function shipmentsKnown(before: readonly Shipment[], typed: readonly Plain[]): Shipment[] {
  const was = matched(before, typed, { idOf: shipmentIdOf, isLike: hasSameNumber })
  const taken = new Set(was)
  return typed.map((shipment, i) => {
    // One that got its number only now stands where it stood.
    const at = was[i] ?? (taken.has(i) ? undefined : i)
    const known = at === undefined ? undefined : before[at]
    if (at === undefined || !known) return before.length === 0 ? shipment : { ...shipment, id: newId() }
    const plain = withFirstDays({ ...known, ...shipment })
    return at === i && known.id === undefined ? plain : { ...plain, id: shipmentIdOf(known, at) }
  })
}

/** A shipment with the days that were planned first, by which its delay is counted. */
export const withFirstDays = (shipment: Shipment): Shipment => ({
  ...shipment,
  firstSailingOn: shipment.firstSailingOn ?? shipment.sailingOn ?? null,
  firstArrivalOn: shipment.firstArrivalOn ?? shipment.arrivalOn ?? null,
})

const shipped = text(
  '“{name}”已发 {pieces}，不能再减少；请先更改发货',
  '{pieces} of “{name}” are already in shipments. Change the shipments first',
)

/** Refuses lines that are gone, or fewer than what is in shipments already. */
export function refuseFewerThanShipped(item: Order, lines: readonly OrderLine[]): void {
  const now = new Map(lines.map((line, i) => [lineIdOf(line, i), line.quantity]))
  for (const [i, { lineId, shipped: pieces, returned, over }] of deliveriesOf(
    item.lines,
    item.shipments,
  ).entries()) {
    const out = pieces - returned
    const line = item.lines[i]
    if (!line || out <= 0 || out - over <= (now.get(lineId) ?? 0)) continue
    const message = [shipped, { name: bothNames(line), pieces: out }] as const
    throw refuse.invalid([{ field: 'lines', message }], message)
  }
}
