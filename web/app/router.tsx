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

/** Nobody answered when the user info was wanted, and none is kept from before. */
class ServerSilent extends Error {
  override name = 'ServerSilent'
}

/** The first page waits this long for what it shows. ms */
const SOON_MS = 150

function visitor(): Visitor {
  if (!keptToken()) return 'stranger'
  const { user, grants } = useSession.getState()
  return user ? { kind: user.kind, grants } : 'unknown'
}

/** Where a first second factor is set up. A mailed password is changed at whatever address, which then shows. */
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
    // Refused and logged out: whatever address was wanted, login is next.
    if (loaded === 'refused' && !isOutside(path)) throw redirect({ href: paths.login, replace: true })
    // Whatever the address, the form to change a mailed password stands there.
    if (useSession.getState().user?.mustChangePassword) return
    verdict = asked()
    const isRead = verdict === 'show' && readPageAhead(path, searchOf(href))
    // Who is inside sees the shell whole; where it cannot be loaded, its place says so.
    if (loaded === 'loaded') await loadInside().catch(() => undefined)
    // What is about to be here is drawn at once, instead of its place first.
    await Promise.race([isRead, new Promise(resolve => setTimeout(resolve, SOON_MS))])
  }
  // Whoever has to do something about how they sign in first does so; nothing else would answer them.
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

// Leaves draw nothing: the root draws the screen of the address, so that screens can outlive their address in tabs.
const leaf = (path: string) => createRoute({ getParentRoute: () => rootRoute, path })

/** Search parameters stay the text they are in the address: a code like 007 is no number. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([...screenPaths.map(leaf), leaf('$')]),
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: search => {
    const text = new URLSearchParams(search as Record<string, string>).toString()
    return text ? `?${text}` : ''
  },
  defaultPendingMs: 0,
})

// Whoever's rights change stays where they are as long as they may.
useSession.subscribe((now, before) => {
  if (now.user && before.user && now.grants !== before.grants) void router.invalidate()
})
