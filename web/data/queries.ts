import { focusManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { shownWith } from '#shared/shown-elsewhere.ts'
import { CallError } from './client.ts'
import { usePreferences } from './preferences.ts'
import { useReachable } from './reachable.ts'

/** How long a passing failure stays on the screen before asking again, ms. */
const ASK_AGAIN_MS = 10_000

/** Nobody answered, the server itself was waiting for something, or too much was asked at once. */
const isPassing = (error: unknown) =>
  isTooMuch(error) ||
  (error instanceof CallError && (error.status === 0 || (error.status >= 502 && error.status <= 504)))

const isTooMuch = (error: unknown) => error instanceof CallError && error.status === 429
/** Quiet tries after a 429, and the pause before the first; each next one is twice as long. ms */
const QUIET = { tries: 3, pauseMs: 1_000 }

const waiting = new WeakSet<Query<unknown, unknown>>()

/** Asks again what has failed and is still on the screen; a hidden screen asks nothing before it shows. */
function askAgainLater(query: Query<unknown, unknown>): void {
  if (waiting.has(query)) return
  waiting.add(query)
  setTimeout(() => {
    waiting.delete(query)
    if (query.state.status !== 'error' || !query.isActive()) return
    if (focusManager.isFocused()) void query.fetch().catch(() => undefined)
    else askAgainLater(query)
  }, ASK_AGAIN_MS)
}

/** The single cache of server data. Query keys start with the endpoint's path. */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isPassing(error)) askAgainLater(query)
      // What may no longer be read must not stay on the screen.
      const isClosed = error instanceof CallError && (error.status === 403 || error.status === 404)
      if (isClosed && query.state.data !== undefined) query.setState({ data: undefined })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Silence is worth a second try, and what was too much at once some more; another answer would stay the same.
      retry: (count, error) =>
        isTooMuch(error)
          ? count < QUIET.tries
          : count < 1 && error instanceof CallError && error.status === 0,
      retryDelay: (count, error) => (isTooMuch(error) ? QUIET.pauseMs * 2 ** count : 1_000),
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

// With the first answer after an outage, stop waiting to retry what failed meanwhile.
useReachable.subscribe((now, before) => {
  if (now.reachable && !before.reachable)
    void queries.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.status === 'error' },
      { cancelRefetch: false },
    )
})

/**
 * Reads again what a change has made stale: everything below these paths, so a list's path covers its counts, choices and
 * rows too, and what other features show of it. A first answer still on its way may predate the change, so it is not
 * trusted either.
 */
export async function readAgain(cache: QueryClient, changed: readonly string[]): Promise<void> {
  const paths = changed.flatMap(path => [path, ...shownWith(path)])
  const predicate = ({ queryKey: [key] }: Query) =>
    typeof key === 'string' && paths.some(path => key === path || key.startsWith(`${path}/`))
  await cache.cancelQueries({ predicate })
  await cache.invalidateQueries({ predicate })
}

// Names and messages come in the reader's language and units, so they are read again when those change.
usePreferences.subscribe((now, before) => {
  if (now.language !== before.language || now.units !== before.units) void queries.invalidateQueries()
})
