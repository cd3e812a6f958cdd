import type { LucideIcon } from 'lucide-react'
import { CalendarPlus, FileSignature, Handshake, RotateCcw, UserRoundX, X } from 'lucide-react'
import type { AgentStanding } from '#shared/agents.ts'
import type { State } from '#web/components/state-mark.tsx'

/** Marks for an office's standing as agent. */
export const markOfAgent = {
  pending: 'pending',
  passed: 'normal',
  ended: 'watch',
  revoked: 'disabled',
  rejected: 'disabled',
} as const satisfies Record<AgentStanding, State>

export const iconOfStep: Readonly<Record<string, LucideIcon>> = {
  create: FileSignature,
  again: RotateCcw,
  grant: Handshake,
  extend: CalendarPlus,
  refuse: X,
  revoke: UserRoundX,
}
