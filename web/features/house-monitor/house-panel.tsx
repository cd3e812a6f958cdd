import { DrawingCard } from './drawing/drawing-card.tsx'
import { FiguresCard } from './figures-card.tsx'
import { HouseHead } from './house-head.tsx'
import { Trends } from './trends.tsx'
import type { HouseNow } from './use-worst-first.ts'

/** One house in depth: state, figures, live drawing, curves. */
export function HousePanel({ house }: { house: HouseNow }) {
  return (
    <section className="monitor-house" aria-labelledby="monitor-house-name">
      <HouseHead house={house} />
      <FiguresCard house={house} />
      <DrawingCard house={house} />
      <Trends house={house} />
    </section>
  )
}
