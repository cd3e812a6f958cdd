import type { ComponentProps } from 'react'
import { type State, StateMark } from '../state-mark.tsx'

interface Props extends ComponentProps<'button'> {
  /** px from the map's corner. */
  where: { left: number; top: number }
  state: State
  label: string
}

/** A clickable mark on the map: its state, and beside it how many it stands for. */
export const MapPin = ({ where, state, label, children, ...does }: Props) => (
  <button type="button" {...does} className="map-pin" style={where} aria-label={label} title={label}>
    <StateMark state={state} />
    {children && <span className="num">{children}</span>}
  </button>
)
