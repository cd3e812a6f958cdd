import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { paths } from '#shared/screens.ts'
import { startChoices } from '#web/data/choices.ts'
import { forgetUser } from '#web/data/last-user.ts'
import { followDeviceAndClock, followOtherWindows } from '#web/data/preferences.ts'
import { askBeforeLeaving } from '#web/data/tabs/unsaved.ts'
import { keptToken } from '#web/data/token.ts'
import { followRights } from './follow-rights.ts'
import { startTexts } from './i18n.ts'
import { loadScreens } from './known-screens.ts'
import { loadAhead, textsAhead } from './load-inside.ts'
import { ChunkMissing, ChunkTimeout, reloadAfterDeployment } from './load-page.ts'
import { followOtherTabs } from './other-tabs.ts'
import { Providers } from './providers.tsx'
import { router } from './router.tsx'
import './theme.css'
import './base.css'

/** A wall display opens by an address with its own token: nobody signs in, and nothing here concerns a session. */
async function hang(token: string): Promise<void> {
  const [{ WallPage }] = await Promise.all([
    import('#web/features/data-screen/wall-page.tsx'),
    startTexts(['data-screen']),
  ])
  show(<WallPage token={token} />)
}

/** React tells of what it has recovered from; a page that could not be loaded says so itself. */
function onRecoverableError(error: unknown): void {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof ChunkMissing || cause instanceof ChunkTimeout)) reportError(error)
}

function show(page: ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root, { onRecoverableError }).render(<Providers>{page}</Providers>)
}

// No top-level await in this file: code loaded meanwhile may need parts of its chunk and would wait for it to finish.
async function start(): Promise<void> {
  reloadAfterDeployment()
  followDeviceAndClock()
  const wall = location.pathname === paths.dataScreen && /^#wall=([\w-]+)$/.exec(location.hash)?.[1]
  if (wall) return hang(wall)
  startChoices()
  followOtherWindows()
  const isSignedIn = keptToken() !== null
  // Do not keep what was read in an expired session.
  if (!isSignedIn) void forgetUser()
  // If it does not arrive, the first address says so.
  if (isSignedIn) await loadScreens().catch(() => undefined)
  if (isSignedIn) loadAhead(location.pathname)
  await startTexts(isSignedIn ? textsAhead(location.pathname) : [])
  followOtherTabs()
  followRights()
  askBeforeLeaving()
  show(<RouterProvider router={router} />)
}

void start()
