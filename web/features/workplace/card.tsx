import type { ReactNode } from 'react'
import { type Asked, NotLoaded } from '#web/components/known.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'

interface Props {
  title: string
  /** Link to the full list; shown if the viewer may open that screen. */
  all?: { path: string; label: string }
  /** The answers it rests on: those that failed are told, with a retry. */
  of?: readonly Asked[]
  /** How much there is to show is not known yet: what stands below waits, unseen. */
  isComing?: boolean
  children: ReactNode
}

/** A card of the workplace with a link to its list. */
export function Card({ title, all, of, isComing = false, children }: Props) {
  const { exists } = useScreen()
  return (
    <section className="card workplace-card" aria-label={title} data-coming={isComing ? '' : undefined}>
      <header>
        <h2>{title}</h2>
        {all && exists(all.path.split('?')[0] ?? '') && (
          <ScreenLink className="workplace-link" to={all.path}>
            {all.label}
          </ScreenLink>
        )}
      </header>
      {children}
      {of && <NotLoaded of={of} />}
    </section>
  )
}
