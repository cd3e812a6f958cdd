import { createContext, type ReactNode, useContext } from 'react'

/** Whether a viewer may open a screen; null on a wall, where nobody is signed in and nothing is a link. */
export const WallLinks = createContext<((path: string) => boolean) | null>(null)

/** What leads on to a screen, in a new tab: the data screen stays as it is. */
export function WallLink({ to, children }: { to: string; children: ReactNode }) {
  const exists = useContext(WallLinks)
  if (!exists?.(to.split('?')[0] ?? '')) return children
  return (
    <a className="wall-link" href={to} target="_blank" rel="noopener">
      {children}
    </a>
  )
}
