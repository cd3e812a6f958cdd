import {
  Anchor,
  Ban,
  CircleCheck,
  ClipboardCheck,
  Factory,
  type LucideIcon,
  Package,
  PackageCheck,
  Receipt,
  Send,
  Ship,
  Truck,
  Undo2,
} from 'lucide-react'
import type { OrderStanding, OrderState } from '#shared/orders.ts'
import type { State } from '#web/components/state-mark.tsx'

/** Marks for the standing of an order. */
export const markOfOrder = {
  placed: 'pending',
  production: 'watch',
  transit: 'watch',
  completed: 'normal',
  withdrawn: 'disabled',
} as const satisfies Record<OrderStanding, State>

/** Icons of the steps in the step line. */
export const iconOfState = {
  placed: Send,
  production: Factory,
  transit: Ship,
  completed: PackageCheck,
} as const satisfies Record<OrderState, LucideIcon>

/** Icons of the timeline entries. */
export const iconOfEntry: Readonly<Record<string, LucideIcon>> = {
  create: Send,
  produce: Factory,
  ship: Truck,
  complete: CircleCheck,
  unproduce: Undo2,
  unship: Undo2,
  reopen: Undo2,
  pay: Receipt,
  unpay: Undo2,
  withdraw: Ban,
  produced: Factory,
  left: Truck,
  cleared: ClipboardCheck,
  loaded: Package,
  sailed: Ship,
  arrived: Anchor,
  imported: ClipboardCheck,
  delivered: PackageCheck,
}
