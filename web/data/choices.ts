import { choiceNames, type Preferences, preferences } from '#shared/contracts/preferences.ts'
import type { Language } from '#shared/text.ts'
import { CallError, call } from './client.ts'
import { forgetViews, showViews } from './kept-views.ts'
import { defaults, readStored, showChoices, tellChoices, writeStored } from './preferences.ts'
import { useReachable } from './reachable.ts'
import {
  behind,
  bodyOf,
  claimed,
  LIST,
  readWaiting,
  shownOf,
  type Waiting,
  withChoices,
  without,
} from './waiting-choices.ts'

const KEPT = 'choices'
/** Somebody who tries seven colours has chosen one. ms */
const PAUSE_MS = 800

/** Who is signed in. */
let user: string | null = null
/** Whether their choices kept at the server have been read. */
let isRead = false
/** Where storage is refused, choices wait only as long as the page is open. */
let unstored: Waiting | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let running: Promise<void> | null = null

/** The windows of one browser share what waits, so it is read from storage each time. */
const waiting = (): Waiting => unstored ?? readWaiting(readStored(KEPT))
function keep(next: Waiting): void {
  writeStored(KEPT, next)
  const isStored = JSON.stringify(readStored(KEPT)) === JSON.stringify(next)
  unstored = isStored ? null : next
}

/** Notes choices of the reader and sends them after a pause; without a connection they wait. */
function note(choices: Readonly<Record<string, unknown>>): void {
  if (Object.keys(choices).length === 0) return
  keep(withChoices(waiting(), user, choices, Date.now()))
  clearTimeout(timer)
  timer = setTimeout(() => void sendChoices(), PAUSE_MS)
}

/** Notes how the reader wants to see a list; null is the default. */
export const noteListView = (list: string, view: unknown): void => note({ [LIST + list]: view })

/** From now on keeps the reader's appearance at the server too. */
export function startChoices(): void {
  tellChoices(choice =>
    note(Object.fromEntries(choiceNames.filter(name => name in choice).map(name => [name, choice[name]]))),
  )
  useReachable.subscribe(({ reachable }, before) => {
    if (reachable && !before.reachable) void sendChoices()
  })
}

/**
 * After sign-in: shows what the user chose in any browser, and sends what waits. If nobody answers, this happens once the
 * connection is back. `given`: the language of their account, for a user who has just signed in and chose none here.
 */
export function beginChoices(id: string, given: Language | null): Promise<void> {
  const { waiting: theirs, startsAnew, givesWay } = claimed(waiting(), id)
  if (startsAnew) {
    const chosen = Object.entries(theirs.named).map(([name, { value }]) => [name, value])
    showChoices({ ...defaults, ...Object.fromEntries(chosen) })
  }
  if (given && !('language' in theirs.named)) showChoices({ language: given })
  keep(theirs)
  user = id
  isRead = false
  return givesWay ? readThenSend() : sendChoices()
}

/** Nobody is signed in here any more. */
export function stopChoices(): void {
  clearTimeout(timer)
  user = null
  forgetViews()
}

/** The reader leaves: nothing of theirs waits here or is shown to the next user, except the look of the login page. */
export function endChoices(): void {
  keep({ of: user ?? waiting().of, by: null, named: {} })
  stopChoices()
}

async function readThenSend(): Promise<void> {
  try {
    const kept = await call(preferences.read)
    keep(behind(waiting(), kept))
    show(kept)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
  await sendChoices()
}

/** Sends what waits, and reads the kept choices if that was not possible yet. */
export function sendChoices(): Promise<void> {
  clearTimeout(timer)
  running ??= send().finally(() => {
    running = null
  })
  return running
}

async function send(): Promise<void> {
  for (;;) {
    const sent = waiting()
    if (user === null || sent.by !== user) return
    const body = bodyOf(sent, Date.now())
    if (!body && isRead) return
    const of = user
    try {
      const kept = body ? await call(preferences.choose, { body }) : await call(preferences.read)
      if (user !== of) continue
      keep(without(waiting(), sent))
      show(kept)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // The server understood these and would refuse them again; anything else waits for the next occasion.
      if (error.status === 400) keep(without(waiting(), sent))
      return
    }
  }
}

function show(kept: Preferences): void {
  isRead = true
  const shown = shownOf(kept, waiting())
  showChoices(shown)
  if (user) showViews(user, shown.lists)
}
