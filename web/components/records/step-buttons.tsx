import { Button } from 'antd'
import type { ReactNode } from 'react'
import { mayCall, useSession } from '#web/data/session.ts'
import type { RowAction } from '../list/row-actions.tsx'
import './step-buttons.css'

interface Props {
  steps: readonly RowAction[]
  /** Rarely wanted steps: as text, at the end. */
  rare?: readonly RowAction[]
  /** Other buttons, between the two. */
  children?: ReactNode
}

/** The steps the viewer can take on a record in its current state; the most wanted comes first. */
export function StepButtons({ steps, rare = [], children }: Props) {
  const session = useSession()
  const open = (of: readonly RowAction[]) =>
    of.filter(({ isOpen = true, endpoint }) => isOpen && mayCall(endpoint, session))
  return (
    <div className="step-buttons row wrap stretch">
      {open(steps).map(({ key, label, onClick }, i) => (
        <Button key={key} type={i === 0 ? 'primary' : 'default'} onClick={onClick}>
          {label}
        </Button>
      ))}
      {children}
      {open(rare).map(({ key, label, onClick }) => (
        <Button key={key} type="text" onClick={onClick}>
          {label}
        </Button>
      ))}
    </div>
  )
}
