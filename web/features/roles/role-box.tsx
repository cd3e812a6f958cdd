import { Check, Lock, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import './role-box.css'

interface Props {
  /** `mixed`: only some of what it covers. */
  checked: boolean | 'mixed'
  label: string
  /** Cannot be changed: it follows from another action, or the viewer may only look. */
  isFixed?: boolean
  isChanged?: boolean
  /** Column in the grid, for the arrow keys. */
  at?: number
  toggle: () => void
  /** A word beside the box, on phones. */
  children?: ReactNode
}

/** A box that is on, partly on, or off. */
export function RoleBox({ checked, label, isFixed = false, isChanged = false, at, toggle, children }: Props) {
  const isMixed = checked === 'mixed'
  return (
    <label className="role-box" data-changed={isChanged || undefined} data-checked={checked}>
      <input
        type="checkbox"
        ref={box => {
          if (box) box.indeterminate = isMixed
        }}
        checked={checked === true}
        aria-label={label}
        aria-disabled={isFixed || undefined}
        data-at={at}
        tabIndex={at === undefined ? undefined : -1}
        onChange={() => !isFixed && toggle()}
      />
      <i aria-hidden>
        {isMixed ? <Minus size={12} strokeWidth={3} /> : checked ? <Check size={12} strokeWidth={3} /> : null}
      </i>
      {children}
    </label>
  )
}

/** Shown where the viewer cannot give what they do not hold. */
export function RoleLock({ label, at, children }: { label: string; at?: number; children?: ReactNode }) {
  return (
    <button
      type="button"
      className="role-box"
      aria-label={label}
      aria-disabled
      data-at={at}
      tabIndex={at === undefined ? undefined : -1}
    >
      <Lock size={12} aria-hidden />
      {children}
    </button>
  )
}
