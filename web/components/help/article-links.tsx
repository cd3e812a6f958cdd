import { BookOpen } from 'lucide-react'
import type { Card } from '#shared/contracts/article-reading.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import './article-links.css'

/** Links to FAQ articles by title; nothing if there are none. */
export function ArticleLinks({ label, articles }: { label: string; articles: readonly Card[] }) {
  const { open } = useScreen()
  if (articles.length === 0) return null
  return (
    <nav className="article-links" aria-label={label}>
      <ul>
        {articles.map(({ id, title, language }) => (
          <li key={id}>
            <button type="button" onClick={() => open(hrefOf(paths.faq, { id }))}>
              <BookOpen size={16} aria-hidden />
              <span lang={language}>{title}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
