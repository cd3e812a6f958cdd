import type { ComponentProps } from 'react'
import { ScreenLink } from '../screen-link.tsx'
import { type State, StateMark } from '../state-mark.tsx'

interface Pinned {
  /** px from the map's corner. */
  where: { left: number; top: number }
  state: State
  label: string
}
type Props = Pinned & ComponentProps<'button'>
type LinkProps = Pinned & ComponentProps<typeof ScreenLink>

/** A clickable mark on the map: its state, and beside it how many it stands for. */
export const MapPin = ({ where, state, label, children, ...does }: Props) => (
  <button type="button" {...does} className="map-pin" style={where} aria-label={label} title={label}>
    <StateMark state={state} />
    {children && <span className="num">{children}</span>}
  </button>
)

/** The same as a link to a screen. */
export const MapPinLink = ({ where, state, label, children, ...does }: LinkProps) => (
  <ScreenLink {...does} className="map-pin" style={where} aria-label={label} title={label}>
    <StateMark state={state} />
    {children && <span className="num">{children}</span>}
  </ScreenLink>
)
