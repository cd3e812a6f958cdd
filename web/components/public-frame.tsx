import { Info } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageChoice, ThemeChoice } from './appearance.tsx'
import { Brand } from './brand.tsx'
import './public-frame.css'

const StatementDialog = lazy(() =>
  import('./statement-dialog.tsx').then(({ StatementDialog }) => ({ default: StatementDialog })),
)

/** Frame of the pages before sign-in: mark, language, theme, and the notices everybody must see. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('components')
  const [reads, setReads] = useState(false)
  return (
    <div className="public-frame">
      <header>
        <Brand />
        <div className="public-choices row stretch gap-25">
          <LanguageChoice />
          <ThemeChoice isShort />
        </div>
      </header>
      {children}
      <footer>
        <p>
          <Info size={15} aria-hidden /> {t($ => $.safety)}
        </p>
        <p>
          {t($ => $.recorded)}{' '}
          <button type="button" className="public-link" onClick={() => setReads(true)}>
            {t($ => $.serviceStatement)}
          </button>
        </p>
      </footer>
      <Suspense>{reads && <StatementDialog close={() => setReads(false)} />}</Suspense>
    </div>
  )
}
