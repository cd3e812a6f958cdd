import type { Currency } from './money.ts'
import { compareAmounts } from './money.ts'
import { type DuePart, type OrderPayment, scheduleOf } from './order-payments.ts'
import type { EventDays, OrderTerms } from './order-terms.ts'
import type { Shipment } from './shipments.ts'

interface Course {
  terms: OrderTerms
  payments: readonly OrderPayment[]
  sum: string | null
  currency: Currency
  productionEnd: string | null
  shipments: readonly Shipment[]
}

const first = (days: readonly (string | null | undefined)[]) =>
  days.flatMap(day => day ?? []).toSorted()[0] ?? null

/** The days that parts of the price wait for, as far as known; `placedOn` by the reader's calendar. */
export function eventDaysOf({ productionEnd, shipments }: Course, placedOn: string): EventDays {
  const out = shipments.filter(({ isReturn }) => !isReturn)
  return {
    order: placedOn,
    production: productionEnd,
    lading: first(out.map(({ sailedOn, sailingOn }) => sailedOn ?? sailingOn)),
    arrival: first(out.map(({ arrivedOn, arrivalOn }) => arrivedOn ?? arrivalOn)),
  }
}

/** The parts of the price as agreed, and what of each is owed. */
export const partsDueOf = (order: Course, placedOn: string): DuePart[] =>
  scheduleOf(order, eventDaysOf(order, placedOn))

/** The first part that is owed and has a day; null if there is none. */
export function nextPartOf(
  order: Course,
  placedOn: string,
): (DuePart & { nth: number; dueOn: string }) | null {
  const parts = partsDueOf(order, placedOn).map((part, nth) => ({ ...part, nth }))
  const owed = parts.flatMap(part =>
    part.dueOn !== null && compareAmounts(part.owed, '0') > 0 ? [{ ...part, dueOn: part.dueOn }] : [],
  )
  return owed.toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1))[0] ?? null
}

/** The last day of a warranty: so many months after it arrived; null while it has not, or without warranty. */
export function warrantyEnd(
  arrivedOn: string | null | undefined,
  months: number | null | undefined,
): string | null {
  if (!arrivedOn || !months) return null
  const [year = 0, month = 1, day = 1] = arrivedOn.split('-').map(Number)
  const end = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, last))
  return end.toISOString().slice(0, 10)
}
