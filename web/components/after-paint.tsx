import { type ReactNode, useDeferredValue } from 'react'

interface Props {
  children: ReactNode
  /** Keeps the place until then. */
  meanwhile?: ReactNode
}

/**
 * Draws its content in a step of its own, after the screen around it has been painted, and lets taps and keys in between: a tap
 * that opens much is answered at once. For what is not looked at first.
 */
export const AfterPaint = ({ children, meanwhile = null }: Props) =>
  useDeferredValue(true, false) ? children : meanwhile
