import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { hrefOf, isOutside, paths, screenPaths } from '#shared/screens.ts'
import { loadUser, useSession } from '#web/data/session.ts'
import { keptToken } from '#web/data/token.ts'
import { searchOf } from './address.ts'
import { guard, type Visitor } from './guard.ts'
import { knownMenu, loadScreens, screenAt } from './known-screens.ts'
import { loadInside } from './load-inside.ts'
import { readPageAhead } from './load-page.ts'
import { CannotStart, Root } from './root.tsx'

/** Nobody answered the request for the user info, and none is kept from before. */
class ServerSilent extends Error {
  override name = 'ServerSilent'
}

/** How long the first page waits for its data. ms */
const SOON_MS = 150

function visitor(): Visitor {
  if (!keptToken()) return 'stranger'
  const { user, grants } = useSession.getState()
  return user ? { kind: user.kind, grants } : 'unknown'
}

/** Where the first second factor is set up. A mailed password is changed at any address; the form shows there. */
function heldBack(): string | null {
  const { user } = useSession.getState()
  return user?.mustSetFactor && !user.mustChangePassword
    ? hrefOf(paths.personal, { section: 'second-factor' })
    : null
}

async function enter(path: string, href: string): Promise<void> {
  if (visitor() !== 'stranger') await loadScreens()
  const asked = () => guard(path, href, screenAt(path), visitor(), knownMenu())
  let verdict = asked()
  if (verdict === 'load user') {
    const loaded = await loadUser()
    if (loaded === 'unreachable') throw new ServerSilent()
    // Refused and logged out: login is next, whatever address was wanted.
    if (loaded === 'refused' && !isOutside(path)) throw redirect({ href: paths.login, replace: true })
    // At any address, the form to change a mailed password stands there.
    if (useSession.getState().user?.mustChangePassword) return
    verdict = asked()
    const isRead = verdict === 'show' && readPageAhead(path, searchOf(href))
    // A signed-in user sees the whole shell; if it cannot be loaded, its place says so.
    if (loaded === 'loaded') await loadInside().catch(() => undefined)
    // Draw what is about to arrive at once, instead of its placeholder first.
    await Promise.race([isRead, new Promise(resolve => setTimeout(resolve, SOON_MS))])
  }
  // Users who must first set up how they sign in do that; the server answers nothing else until then.
  const held = heldBack()
  if (held && path !== paths.personal && !screenAt(path)?.mailed)
    throw redirect({ href: held, replace: true })
  if (typeof verdict === 'object') throw redirect({ href: verdict.go, replace: true })
}

const rootRoute = createRootRoute({
  beforeLoad: ({ location }) => enter(location.pathname, location.href),
  component: Root,
  errorComponent: CannotStart,
})

// Leaves draw nothing: the root draws the screen of the address, so that screens in tabs can outlive their address.
const leaf = (path: string) => createRoute({ getParentRoute: () => rootRoute, path })

/** Search parameters stay text as in the address: a code like 007 is not a number. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([...screenPaths.map(leaf), leaf('$')]),
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: search => {
    const text = new URLSearchParams(search as Record<string, string>).toString()
    return text ? `?${text}` : ''
  },
  defaultPendingMs: 0,
})

// When rights change, users stay where they are as long as they may.
useSession.subscribe((now, before) => {
  if (now.user && before.user && now.grants !== before.grants) void router.invalidate()
})
