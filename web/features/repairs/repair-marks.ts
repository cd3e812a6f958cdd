import {
  Ban,
  CalendarClock,
  CircleCheck,
  type LucideIcon,
  MessageSquare,
  PhoneCall,
  Send,
  UserCheck,
} from 'lucide-react'
import type { RepairStanding } from '#shared/repairs.ts'
import type { State } from '#web/components/state-mark.tsx'

/** Marks for the standing of a repair. */
export const markOfRepair = {
  pending: 'pending',
  accepted: 'watch',
  finished: 'normal',
  cancelled: 'disabled',
} as const satisfies Record<RepairStanding, State>

/** Icons of the steps in the timeline. */
export const iconOfStep: Readonly<Record<string, LucideIcon>> = {
  create: Send,
  accept: UserCheck,
  plan: CalendarClock,
  phone: PhoneCall,
  note: MessageSquare,
  finish: CircleCheck,
  cancel: Ban,
}
