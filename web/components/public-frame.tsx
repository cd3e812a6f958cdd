import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageChoice, ThemeChoice } from './appearance.tsx'
import { Brand } from './brand.tsx'
import './public-frame.css'

/** What surrounds the pages before signing in: mark, language, theme, and what everybody must know. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('components')
  return (
    <div className="public-frame">
      <header>
        <Brand />
        <div className="public-choices">
          <LanguageChoice />
          <ThemeChoice />
        </div>
      </header>
      {children}
      <footer>
        <p>
          <Info size={15} aria-hidden /> {t($ => $.safety)}
        </p>
        <p>{t($ => $.recorded)}</p>
      </footer>
    </div>
  )
}
