import { type Shipment, shipmentIdOf } from '#shared/shipments.ts'
import { text } from '#shared/text.ts'
import { oddDays, providerToday } from '../../farm/tickets/plausible-days.ts'
import type { Db } from '../../platform/database/store.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'

const sequence = text('到港不能早于开船', 'It cannot arrive before it sails')

const names = ['sailingOn', 'sailedOn', 'arrivalOn', 'arrivedOn'] as const
type Voyage = Pick<Shipment, (typeof names)[number]>
interface Planned {
  productionEnd?: string | null | undefined
  shipments: readonly Shipment[]
}
const nothing: Planned = { productionEnd: null, shipments: [] }

/** What is wrong with the days of a shipment, each at its field; days that stay as they were are let be. */
export function faultsOfVoyage(today: string, voyage: Voyage, before?: Voyage): FieldFault[] {
  const changed = names.filter(name => (voyage[name] ?? null) !== (before?.[name] ?? null))
  const day = (name: (typeof names)[number]) => (changed.includes(name) ? voyage[name] : null)
  const odd = oddDays(today, {
    planned: { sailingOn: day('sailingOn'), arrivalOn: day('arrivalOn') },
    actual: { sailedOn: day('sailedOn'), arrivedOn: day('arrivedOn') },
  })
  const [sails, arrives] = [voyage.sailedOn ?? voyage.sailingOn, voyage.arrivedOn ?? voyage.arrivalOn]
  if (odd.length > 0 || changed.length === 0 || !sails || !arrives || arrives >= sails) return odd
  return [{ field: voyage.arrivedOn ? 'arrivedOn' : 'arrivalOn', message: sequence }]
}

/** The same for an order: its production end and its shipments, as they are known from `before`. */
export function faultsOfDays(today: string, order: Planned, before = nothing): FieldFault[] {
  const productionEnd = order.productionEnd === before.productionEnd ? null : order.productionEnd
  const known = new Map(before.shipments.map((each, i) => [shipmentIdOf(each, i), each]))
  const ofShipments = order.shipments.flatMap((each, i) =>
    faultsOfVoyage(today, each, known.get(shipmentIdOf(each, i))).map(fault => ({
      ...fault,
      field: `shipments.${i}.${fault.field}`,
    })),
  )
  return [...oddDays(today, { planned: { productionEnd } }), ...ofShipments]
}

/** Refuses days of an order that nobody can mean, where they change. */
export async function refuseWrongDays(db: Db, order: Planned, before?: Planned): Promise<void> {
  const faults = faultsOfDays(await providerToday(db), order, before)
  if (faults.length > 0) throw refuse.invalid(faults)
}
