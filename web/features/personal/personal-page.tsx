import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreen } from '#web/components/screen-context.tsx'
import { useSession } from '#web/data/session.ts'
import { type Section, sections } from './sections.ts'
import './personal.css'

/** `/personal`: everything of the signed-in user's own, one section at a time. */
export function PersonalPage() {
  const { t } = useTranslation('personal')
  const user = useSession(({ user }) => user)
  const { search } = useScreen()
  if (!user) return null
  const offered = sections.filter(({ isFor }) => isFor?.(user) ?? true)
  const shown = offered.find(({ key }) => key === search.section) ?? offered[0]
  if (!shown) return null
  const { key, Content } = shown
  return (
    <div className="page personal">
      <div className="list-head">
        <div>
          <h1>{t($ => $.title)}</h1>
          <p>
            {user.officeName} · {user.role.name}
          </p>
        </div>
      </div>
      <Sections offered={offered} shown={shown} />
      <section className="card personal-section" aria-labelledby="personal-section">
        <h2 id="personal-section">{t($ => $.sections[key].title)}</h2>
        <p className="personal-says">{t($ => $.sections[key].says)}</p>
        <Content key={key} />
      </section>
    </div>
  )
}

function Sections({ offered, shown }: { offered: readonly Section[]; shown: Section }) {
  const { t } = useTranslation('personal')
  const { setSearch } = useScreen()
  const row = useRef<HTMLElement>(null)
  // On a phone they are a row wider than the screen.
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>(`[data-key="${shown.key}"]`)
    if (current) row.current?.scrollTo({ left: current.offsetLeft - current.offsetWidth / 2 })
  }, [shown.key])
  return (
    <nav ref={row} className="personal-sections stack gap-05" aria-label={t($ => $.sectionsLabel)}>
      {offered.map(({ key, icon: Icon }) => (
        <button
          key={key}
          type="button"
          data-key={key}
          aria-current={key === shown.key ? 'page' : undefined}
          onClick={() => setSearch({ section: key })}
        >
          <Icon size={17} strokeWidth={1.75} aria-hidden />
          {t($ => $.sections[key].title)}
        </button>
      ))}
    </nav>
  )
}
