import { memo } from 'react'
import type { Severity } from '#shared/signals.ts'
import './state-mark.css'

/** A state of the farm. Shape first, then word, then colour. */
export type State = 'normal' | 'watch' | 'alarm' | 'emergency' | 'offline' | 'pending' | 'disabled'

/** The state for the level of an alarm or message; each has its own shape. */
export const stateOfLevel = {
  info: 'pending',
  warning: 'watch',
  critical: 'alarm',
  emergency: 'emergency',
} as const satisfies Record<Severity, State>

/** The mark of a state; always beside its word, so it is hidden from screen readers. */
export const StateMark = memo(({ state }: { state: State }) => (
  <svg className="state-mark" data-state={state} viewBox="0 0 16 16" width={14} height={14} aria-hidden>
    {shapes[state]}
  </svg>
))
StateMark.displayName = 'StateMark'

const shapes = {
  normal: <circle cx={8} cy={8} r={4} fill="currentColor" />,
  watch: <path d="M8 1.5 14.5 8 8 14.5 1.5 8z" fill="currentColor" />,
  alarm: (
    <>
      <path d="M8 1 15.5 14.5H.5z" fill="currentColor" />
      <path d="M8 6v4.2M8 11.8v.9" stroke="var(--mark-ink)" strokeWidth={1.7} />
    </>
  ),
  emergency: (
    <>
      <path d="M5.2 1h5.6L15 5.2v5.6L10.8 15H5.2L1 10.8V5.2z" fill="currentColor" />
      <path d="M8 4v5.2M8 11.1v1.2" stroke="var(--mark-ink)" strokeWidth={1.9} />
    </>
  ),
  offline: (
    <circle cx={8} cy={8} r={5} fill="none" stroke="currentColor" strokeWidth={2} strokeDasharray="2.6 2.1" />
  ),
  pending: <circle cx={8} cy={8} r={4.5} fill="none" stroke="currentColor" strokeWidth={2.2} />,
  disabled: (
    <g fill="none" stroke="currentColor" strokeWidth={1.8}>
      <circle cx={8} cy={8} r={5.5} />
      <path d="M4.5 11.5l7-7" />
    </g>
  ),
}

/** Mark and word of a state. */
export function StateWord({ state, children }: { state: State; children: string }) {
  return (
    <span className="state-word">
      <StateMark state={state} /> {children}
    </span>
  )
}
