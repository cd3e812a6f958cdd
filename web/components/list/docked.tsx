import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBesideList } from './beside.ts'
import type { Opened } from './use-opened.ts'
import './docked.css'

interface Props {
  opened: Opened
  title: ReactNode
  /** The subject, below the title. */
  says?: ReactNode
  children: ReactNode
}

/** A row's details beside its list, which stays usable; arrows step through the list. */
export function Docked({ opened, title, says, children }: Props) {
  const { t } = useTranslation('components')
  const { id, previous, next, open, close } = opened
  const body = useRef<HTMLElement>(null)
  useBesideList()
  // Another row begins at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the row that matters
  useEffect(() => {
    if (body.current) body.current.scrollTop = 0
  }, [id])
  return (
    <aside
      className="docked"
      aria-label={t($ => $.details)}
      onKeyDown={event => {
        if (event.key === 'Escape') close()
      }}
    >
      <div className="docked-head">
        <div>
          <h2>{title}</h2>
          {says && <p>{says}</p>}
        </div>
        <Step
          icon={<ChevronUp size={18} aria-hidden />}
          label={t($ => $.previousRow)}
          to={previous}
          open={open}
        />
        <Step icon={<ChevronDown size={18} aria-hidden />} label={t($ => $.nextRow)} to={next} open={open} />
        <button type="button" className="docked-button" aria-label={t($ => $.close)} onClick={close}>
          <X size={18} aria-hidden />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
      <section className="docked-body" ref={body} tabIndex={0} aria-label={t($ => $.details)}>
        {children}
      </section>
    </aside>
  )
}

interface StepProps {
  icon: ReactNode
  label: string
  to: string | undefined
  open: (id: string) => void
}

const Step = ({ icon, label, to, open }: StepProps) => (
  <button
    type="button"
    className="docked-button"
    aria-label={label}
    disabled={to === undefined}
    onClick={() => to !== undefined && open(to)}
  >
    {icon}
  </button>
)
