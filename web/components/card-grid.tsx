import type { CSSProperties, ReactNode } from 'react'
import './card-grid.css'

/** Cards of equal width, as many side by side as fit, stacked on a phone. `least`: minimum width of one, px. */
export const CardGrid = ({ least, children }: { least: number; children: ReactNode }) => (
  <div className="card-grid" style={{ '--least': `${least}px` } as CSSProperties}>
    {children}
  </div>
)
