import type { NewChoices, Preferences } from '#shared/contracts/preferences.ts'

/** Prefix of a list's path in the name of its choice. */
export const LIST = 'list:'

/** Choices this browser keeps that the server does not have yet. */
export interface Waiting {
  /** Whose appearance this browser shows; null: nobody's yet. */
  of: string | null
  /** Who chose; null: nobody was signed in. */
  by: string | null
  /** `at`: ms since 1970 by this device's clock. */
  named: Readonly<Record<string, { value: unknown; at: number }>>
}

const nothing: Waiting = { of: null, by: null, named: {} }

/** Reads what storage holds; anything malformed counts as nothing waiting. */
export function readWaiting(stored: unknown): Waiting {
  if (typeof stored !== 'object' || stored === null) return nothing
  const { of, by, named } = stored as Record<string, unknown>
  const known = Object.entries((typeof named === 'object' && named) || {}).filter(
    ([, choice]) => typeof choice?.at === 'number' && 'value' in choice,
  )
  return {
    of: typeof of === 'string' ? of : null,
    by: typeof by === 'string' ? by : null,
    named: Object.fromEntries(known),
  }
}

/** Adds a user's choices; what somebody else left waiting is dropped. */
export function withChoices(
  waiting: Waiting,
  by: string | null,
  choices: Readonly<Record<string, unknown>>,
  at: number,
): Waiting {
  const chosen = Object.entries(choices).map(([name, value]) => [name, { value, at }])
  const before = waiting.by === by ? waiting.named : {}
  return { ...waiting, by, named: { ...before, ...Object.fromEntries(chosen) } }
}

interface Claim {
  waiting: Waiting
  /** This browser showed somebody else's choices. */
  startsAnew: boolean
  /** The waiting choices were made before signing in: what the server keeps is shown instead. */
  givesWay: boolean
}

/** Somebody signed in. What they left waiting, or chose before signing in, is theirs to send. */
export function claimed(waiting: Waiting, user: string): Claim {
  const isTheirs = waiting.by === null || waiting.by === user
  return {
    givesWay: waiting.by === null && Object.keys(waiting.named).length > 0,
    waiting: { of: user, by: user, named: isTheirs ? waiting.named : {} },
    startsAnew: waiting.of !== null && waiting.of !== user,
  }
}

/** The body to send, or null when nothing waits. */
export function bodyOf({ named }: Waiting, now: number): NewChoices | null {
  const entries = Object.entries(named).map(
    ([name, { value, at }]) => [name, { value, ago: Math.max(0, Math.round(now - at)) }] as const,
  )
  if (entries.length === 0) return null
  const [lists, others] = [true, false].map(isList =>
    entries.filter(([name]) => name.startsWith(LIST) === isList),
  )
  return {
    ...Object.fromEntries(others ?? []),
    lists: Object.fromEntries((lists ?? []).map(([name, choice]) => [name.slice(LIST.length), choice])),
  } as NewChoices
}

/** Without what was sent, except choices changed again meanwhile. */
export function without(waiting: Waiting, sent: Waiting): Waiting {
  const left = Object.entries(waiting.named).filter(([name, { at }]) => sent.named[name]?.at !== at)
  return { ...waiting, named: Object.fromEntries(left) }
}

/** Without the choices the server already keeps. */
export function behind(waiting: Waiting, kept: Preferences): Waiting {
  const isKept = (name: string) =>
    name.startsWith(LIST) ? name.slice(LIST.length) in kept.lists : name in kept
  const left = Object.entries(waiting.named).filter(([name]) => !isKept(name))
  return { ...waiting, named: Object.fromEntries(left) }
}

/** What the server keeps, except what was chosen here since. */
export function shownOf(kept: Preferences, { named }: Waiting): Preferences {
  const free = (prefix: string, choices: object) =>
    Object.fromEntries(Object.entries(choices).filter(([name]) => !(prefix + name in named)))
  const { lists, ...appearance } = kept
  return { ...free('', appearance), lists: free(LIST, lists) } as Preferences
}
