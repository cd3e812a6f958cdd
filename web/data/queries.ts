import { focusManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './client.ts'
import { usePreferences } from './preferences.ts'
import { useReachable } from './reachable.ts'

/** A failure that passes by itself stays on the screen for so long, ms. */
const ASK_AGAIN_MS = 10_000

/** Nobody answered, or the server itself had to wait for something. */
const isPassing = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || (error.status >= 502 && error.status <= 504))

const waiting = new WeakSet<Query<unknown, unknown>>()

/** Asks again what is still on the screen and has failed; a hidden screen asks for nothing before it shows. */
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

/** The one cache of server data. Query keys start with the endpoint's path. */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isPassing(error)) askAgainLater(query)
      // What may no longer be read does not stay on the screen.
      const isClosed = error instanceof CallError && (error.status === 403 || error.status === 404)
      if (isClosed && query.state.data !== undefined) query.setState({ data: undefined })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Only silence is worth a second try; an answer of the server stays the same.
      retry: (count, error) => count < 1 && error instanceof CallError && error.status === 0,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

// With the first answer after nobody answered, what failed meanwhile is not waited for any longer.
useReachable.subscribe((now, before) => {
  if (now.reachable && !before.reachable)
    void queries.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.status === 'error' },
      { cancelRefetch: false },
    )
})

/**
 * Reads again what a change has made old, by the paths of the endpoints and of those below them: a list's path stands for its
 * counts, choices and rows as well. An answer still on its way may be from before the change: a first one would otherwise be
 * waited for and believed.
 */
export async function readAgain(cache: QueryClient, paths: readonly string[]): Promise<void> {
  const predicate = ({ queryKey: [key] }: Query) =>
    typeof key === 'string' && paths.some(path => key === path || key.startsWith(`${path}/`))
  await cache.cancelQueries({ predicate })
  await cache.invalidateQueries({ predicate })
}

// Names and messages come in the reader's language and units: after a change of them they are read again.
usePreferences.subscribe((now, before) => {
  if (now.language !== before.language || now.units !== before.units) void queries.invalidateQueries()
})
