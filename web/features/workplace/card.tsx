import type { ReactNode } from 'react'
import { useScreen } from '#web/components/screen-context.tsx'

interface Props {
  title: string
  /** Link to the full list; shown if the viewer may open that screen. */
  all?: { path: string; label: string }
  children: ReactNode
}

/** A card of the workplace with a link to its list. */
export function Card({ title, all, children }: Props) {
  const { open, exists } = useScreen()
  return (
    <section className="card workplace-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {all && exists(all.path.split('?')[0] ?? '') && (
          <button type="button" className="workplace-link" onClick={() => open(all.path)}>
            {all.label}
          </button>
        )}
      </header>
      {children}
    </section>
  )
}
