import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StateMark } from '../state-mark.tsx'
import { useIsPhone } from '../use-phone.ts'
import { SectionOfFields } from './form-field.tsx'

/** A section of a form with many fields. */
export interface FormSection {
  key: string
  title: string
  /** Beside the title: what applies to the whole section. */
  says?: string
  /** The fields, in three columns; class `form-two` or `form-wide` spans more of them. */
  fields: ReactNode
}

/** px from the top above which a section counts as scrolled past. */
const PASSED = 80

/** The sections of a form one below the other, with a list of them beside; on phones they fold. */
export function Sections({
  sections,
  faulty,
}: {
  sections: readonly FormSection[]
  faulty: readonly string[]
}) {
  // Which section a field is in, by name; the fields register themselves.
  const [members] = useState(() => new Map<string, string>())
  const faultsIn = (key: string) => faulty.filter(name => members.get(name) === key).length
  const isPhone = useIsPhone()
  const drawn = sections.map(section => (
    <SectionOfFields key={section.key} value={{ key: section.key, members }}>
      {isPhone ? (
        <Folded section={section} isFirst={section === sections[0]} faults={faultsIn(section.key)} />
      ) : (
        <section className="form-section" data-section={section.key}>
          <h3>
            {section.title} {section.says && <span className="caption">{section.says}</span>}
          </h3>
          <div className="form-section-fields">{section.fields}</div>
        </section>
      )}
    </SectionOfFields>
  ))
  return isPhone ? (
    <div className="form-sections">{drawn}</div>
  ) : (
    <Listed sections={sections} faultsIn={faultsIn}>
      {drawn}
    </Listed>
  )
}

interface ListedProps {
  sections: readonly FormSection[]
  faultsIn: (key: string) => number
  children: ReactNode
}

function Listed({ sections, faultsIn, children }: ListedProps) {
  const { t } = useTranslation('components')
  const body = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(sections[0]?.key)
  const find = (key: string) => body.current?.querySelector(`[data-section="${key}"]`)
  const follow = () => {
    const top = (body.current?.getBoundingClientRect().top ?? 0) + PASSED
    const passed = sections.filter(({ key }) => (find(key)?.getBoundingClientRect().top ?? top) < top)
    setCurrent((passed.at(-1) ?? sections[0])?.key)
  }
  return (
    <div className="form-listed">
      <nav aria-label={t($ => $.sections)}>
        {sections.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            aria-current={key === current ? 'true' : undefined}
            onClick={() => {
              setCurrent(key)
              find(key)?.scrollIntoView({ block: 'start' })
            }}
          >
            {title}
            <Faults count={faultsIn(key)} />
          </button>
        ))}
      </nav>
      <div ref={body} className="form-sections" onScroll={follow}>
        {children}
      </div>
    </div>
  )
}

/** A section that unfolds by itself when something in it is wrong. */
function Folded({ section, isFirst, faults }: { section: FormSection; isFirst: boolean; faults: number }) {
  const [isOpen, setIsOpen] = useState(isFirst)
  useEffect(() => {
    if (faults > 0) setIsOpen(true)
  }, [faults])
  return (
    <details className="form-section" open={isOpen} onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>
        <h3>{section.title}</h3>
        <Faults count={faults} />
        <ChevronDown size={16} aria-hidden />
      </summary>
      {section.says && <p className="caption">{section.says}</p>}
      <div className="form-section-fields">{section.fields}</div>
    </details>
  )
}

function Faults({ count }: { count: number }) {
  const { t } = useTranslation('components')
  if (count === 0) return null
  return (
    <span className="form-faults num">
      <StateMark state="alarm" />
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{t($ => $.faults, { count })}</span>
    </span>
  )
}
