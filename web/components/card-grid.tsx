import type { CSSProperties, ReactNode } from 'react'
import './card-grid.css'

/** Cards of one width, as many beside each other as there is room for, under each other on a phone. `least`: px that one needs. */
export const CardGrid = ({ least, children }: { least: number; children: ReactNode }) => (
  <div className="card-grid" style={{ '--least': `${least}px` } as CSSProperties}>
    {children}
  </div>
)
