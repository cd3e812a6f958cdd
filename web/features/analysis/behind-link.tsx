import type { ReactNode } from 'react'
import { hrefOf, paths } from '#shared/screens.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'

/** The rows behind a count: a list with that filter, or `rows` of the address, shown on this page. */
export type Behind = { href: string } | { rows: string }

interface Props {
  to: Behind
  /** Its name, where the text alone does not say where it leads. */
  label?: string
  /** Shown instead to whoever may not open it. */
  otherwise?: ReactNode
  children: ReactNode
}

/** A link from a count to its rows. */
export function BehindLink({ to, label, otherwise = null, children }: Props) {
  const { exists, search } = useScreen()
  const { days, from, to: until } = search
  const href = 'href' in to ? to.href : hrefOf(paths.analysis, { days, from, to: until, rows: to.rows })
  if (!exists(href.split('?')[0] ?? '')) return otherwise
  return (
    <ScreenLink className="trend-link" to={href} aria-label={label}>
      {children}
    </ScreenLink>
  )
}
