import { ArrowRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { trajectoryAnalysis } from '#shared/contracts/trajectory.ts'
import type { Result } from '#shared/endpoint.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { spanOf } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'

type Overview = Result<typeof trajectoryAnalysis.overview>

/** Lines shown before the reader asks for more. */
const FEW = 10

/** The screens opened most, by how many people, and how long they stay. */
export function TopScreens({ screens }: { screens: Overview['screens'] }) {
  const { t } = useTranslation('trajectory-analysis')
  const language = usePreferences(({ language }) => language)
  const { titleOf } = useScreen()
  return (
    <Ranked
      title={t($ => $.top)}
      says={t($ => $.topSays)}
      lines={screens.map(({ screen, visits, people, median }) => ({
        key: screen,
        visits,
        name: titleOf(screen),
        more: `${t($ => $.people, { count: people })} · ${spanOf(median, language)}`,
      }))}
    />
  )
}

/** Where people go next, most frequent first. */
export function Paths({ paths }: { paths: Overview['paths'] }) {
  const { t } = useTranslation('trajectory-analysis')
  const { titleOf } = useScreen()
  return (
    <Ranked
      title={t($ => $.paths)}
      says={t($ => $.pathsSays)}
      lines={paths.map(({ from, to, visits }) => ({
        key: `${from} ${to}`,
        visits,
        name: (
          <>
            {titleOf(from)} <ArrowRight size={13} aria-label={t($ => $.to)} /> {titleOf(to)}
          </>
        ),
      }))}
    />
  )
}

interface Line {
  key: string
  name: ReactNode
  visits: number
  more?: string
}

function Ranked({ title, says, lines }: { title: string; says: string; lines: readonly Line[] }) {
  const { t } = useTranslation('trajectory-analysis')
  const language = usePreferences(({ language }) => language)
  const [all, setAll] = useState(false)
  const most = Math.max(1, ...lines.map(({ visits }) => visits))
  return (
    <section className="card analysis-card">
      <div className="analysis-head">
        <h2>{title}</h2>
        <span className="caption">{says}</span>
      </div>
      {lines.length === 0 && <p className="caption">{t($ => $.nothing)}</p>}
      <ol className="ranked">
        {(all ? lines : lines.slice(0, FEW)).map(({ key, name, visits, more }) => (
          <li key={key} style={{ '--share': `${(visits / most) * 100}%` } as React.CSSProperties}>
            <span className="ranked-name">{name}</span>
            {more && <span className="caption num">{more}</span>}
            <b className="num">{visits.toLocaleString(language)}</b>
          </li>
        ))}
      </ol>
      {!all && lines.length > FEW && (
        <button type="button" className="plain-button" onClick={() => setAll(true)}>
          {t($ => $.showAll, { count: lines.length })}
        </button>
      )}
    </section>
  )
}
