import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { ByHand } from './by-hand.tsx'
import { mainFigures } from './figures.ts'
import { KeyFigure } from './key-figure.tsx'
import { ProbeDetails } from './probe-details.tsx'
import './details.css'
import './figures.css'

/** The key figures of a house and, behind a button, every probe with the day's extremes. */
export function FiguresCard({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="card figures-card" aria-label={t($ => $.figures)}>
      <ByHand house={house} />
      <div className="figures">
        {mainFigures.map(figure => (
          <KeyFigure key={figure.metric} house={house} figure={figure} />
        ))}
      </div>
      {isOpen && <ProbeDetails house={house} />}
      <button type="button" className="figures-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? t($ => $.lessFigures) : t($ => $.moreFigures)} <ChevronDown size={15} aria-hidden />
      </button>
    </section>
  )
}
