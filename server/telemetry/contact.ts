/** How a node makes contact. Times in ms since 1970, server clock. */
export interface Contact {
  /** The last visits, newest last: times that the node spoke without a pause. */
  visits: Visit[]
  /** The last lives that began on their own, newest last. */
  lives: Life[]
  /** It connects only to report, so often; null for a node that stays connected. ms */
  everyMs: number | null
  /** It restarts again and again, or cannot keep its line, and says nothing new; null otherwise. */
  restarts: Restarts | null
}

/** When a node began to restart again and again; `lives` of them took `ms`. */
export interface Restarts {
  since: number
  lives: number
  ms: number
}

interface Visit {
  from: number
  /** The last sign of life. */
  until: number
  session: number | null
  /** It is known that the node left after it. */
  hasLeft: boolean
  bdSeq: number | null
  /** What its first messages said, as far as needed. */
  said: string
  messages: number
}

interface Life {
  at: number
  session: number | null
  /** What it said after its births. */
  said: string
  messages: number
  /** Its uptime by its birth, if it tells one. */
  uptime: number | null
}

/** A message of a node, of any kind but deaths. */
export interface Said {
  /** Number of the connection; null if the broker does not tell. */
  session: number | null
  now: number
  kind: 'node birth' | 'device birth' | 'data'
  /** For a birth of the node: nobody had asked for it. */
  isUnasked: boolean
  /** The node was asked for births since its last message and did not answer. */
  wasDeaf: boolean
  bdSeq: number | null
  /** What it says, without times and counts of messages. */
  print(): string
  uptime(): number | null
}

/** Messages closer together than this belong to one visit, even over several connections. */
const QUIET_MS = 15_000
/** Visits less often than this are no reports one can wait for; more often, it is rather a node that cannot stay. */
const GAP_MS = { least: 45_000, most: 1_200_000 }
/** Visits in a row that show it, and how much their distances may differ. */
const VISITS = 4
const EVEN = 1.6
/** Distances that are remembered; of these, so many may be longer than what counts as usual. */
const GAPS = 9
const USUAL = 0.75
/** A visit is brief when it takes less than this part of the time until the next. */
const BRIEF = 0.5
/** Messages of a visit or life that are compared. */
const COMPARED = 8
/** Lives within this time are those of a node that cannot stay alive. */
const RESTARTS = { lives: 6, ms: 200_000 }
/** It is over when a life has lasted this long. */
const SETTLED_MS = 60_000

export const createContact = (everyMs: number | null = null): Contact => ({
  visits: [],
  lives: [],
  everyMs,
  restarts: null,
})

/** Takes data of a node of which nothing needs to be found out, as nearly all are; false when it is not such a one. */
export function goesOn(contact: Contact, session: number | null, now: number): boolean {
  const visit = contact.visits.at(-1)
  if (!visit || contact.everyMs !== null || contact.restarts !== null) return false
  const isSame = session === null ? now - visit.until < QUIET_MS : session === visit.session
  const isCompared = contact.visits.length > 1 && visit.messages < COMPARED
  const life = contact.lives.at(-1)
  if (!isSame || isCompared || (life && contact.lives.length > 1 && life.messages < COMPARED)) return false
  visit.until = Math.max(visit.until, now)
  return true
}

/** Takes a message. */
export function hear(contact: Contact, said: Said): void {
  const { session, now, kind, isUnasked } = said
  const life = contact.lives.at(-1)
  const isNewLife = session === null ? isUnasked : session !== life?.session
  if (kind === 'node birth' && isNewLife) beginLife(contact, said)
  else if (life) goOn(contact, life, said)
  const visit = contact.visits.at(-1)
  const isSame = visit !== undefined && session !== null && session === visit.session
  if (!visit || (!isSame && now - visit.until >= QUIET_MS)) beginVisit(contact, said)
  else {
    visit.until = Math.max(visit.until, now)
    visit.session = session
    dropIfItStays(contact, visit)
  }
  const current = contact.visits.at(-1)
  if (!current) return
  if (said.bdSeq !== null) current.bdSeq = said.bdSeq
  if (current.messages++ < COMPARED && contact.visits.at(-2)?.hasLeft) current.said += ` ${said.print()}`
}

/** The connection is alive, though nothing was said. */
export function stay(contact: Contact, session: number, now: number): void {
  const visit = contact.visits.at(-1)
  if (visit?.session !== session) return
  visit.until = Math.max(visit.until, now)
  dropIfItStays(contact, visit)
}

/** The node died or disconnected. */
export function leave(contact: Contact): void {
  const visit = contact.visits.at(-1)
  if (visit) visit.hasLeft = true
}

/** Whether the last visit was over this connection. */
export const isVisitOf = ({ visits }: Contact, session: number): boolean => visits.at(-1)?.session === session

/** Whether a node that connects only to report has left since its last visit. */
export function isAway({ visits, everyMs }: Contact, now: number): boolean {
  const visit = visits.at(-1)
  return everyMs !== null && (!visit || visit.hasLeft || now - visit.until >= QUIET_MS)
}

/** Whether a node that could not stay alive does so now. */
export const hasSettled = ({ lives, restarts }: Contact, now: number): boolean =>
  restarts !== null && now - (lives.at(-1)?.at ?? 0) >= SETTLED_MS

function beginVisit(contact: Contact, { session, now, isUnasked, wasDeaf }: Said): void {
  const last = contact.visits.at(-1)
  if (last) last.hasLeft ||= session === null ? isUnasked || wasDeaf : session !== last.session
  const visit = { from: now, until: now, session, hasLeft: false, bdSeq: null, said: '', messages: 0 }
  contact.visits = [...contact.visits, visit].slice(-GAPS - 1)
  contact.everyMs = contact.restarts ? null : usualGap(contact)
}

/** The distance of the visits, ms; null when they are none of a node that connects to report. */
function usualGap({ visits, everyMs }: Contact): number | null {
  const pairs = visits
    .slice(1)
    .map((next, i) => ({ visit: visits[i] as Visit, gap: next.from - (visits[i] as Visit).from }))
  const isBrief = ({ visit, gap }: (typeof pairs)[number]) =>
    visit.hasLeft && visit.until - visit.from <= gap * BRIEF
  if (everyMs === null) {
    const last = pairs.slice(1 - VISITS)
    const gaps = last.map(({ gap }) => gap)
    const isRegular =
      last.length === VISITS - 1 &&
      last.every(isBrief) &&
      Math.min(...gaps) >= GAP_MS.least &&
      Math.max(...gaps) <= Math.min(GAP_MS.most, Math.min(...gaps) * EVEN)
    return isRegular && movesOn(visits) ? Math.max(...gaps) : null
  }
  const last = pairs.slice(1 - VISITS)
  if (last.length === VISITS - 1 && !last.some(isBrief)) return null
  const gaps = pairs.filter(({ gap }) => gap <= GAP_MS.most).map(({ gap }) => gap)
  if (gaps.length < VISITS - 1) return everyMs
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(USUAL * (gaps.length - 1))] as number
  return usual >= GAP_MS.least ? usual : null
}

/** Something differs from visit to visit: a value or the number of its life. A box that restarts may say the same each time. */
function movesOn(visits: readonly Visit[]): boolean {
  const over = visits.filter(({ hasLeft }) => hasLeft)
  const said = new Set(over.map(({ said }) => said).filter(text => text !== ''))
  const lives = new Set(over.map(({ bdSeq }) => bdSeq).filter(bdSeq => bdSeq !== null))
  return said.size > 1 || lives.size > 1
}

/** A visit as long as the usual distance of two is none: the node stays connected now. */
function dropIfItStays(contact: Contact, visit: Visit): void {
  if (contact.everyMs === null || visit.until - visit.from < contact.everyMs) return
  contact.everyMs = null
  contact.visits = [visit]
}

function beginLife(contact: Contact, { now, session, uptime }: Said): void {
  const life = { at: now, session, said: '', messages: 0, uptime: uptime() }
  contact.lives = [...contact.lives, life].slice(-RESTARTS.lives)
  const [first, ...others] = contact.lives
  if (!first || contact.lives.length < RESTARTS.lives || now - first.at > RESTARTS.ms) return
  const before = contact.lives.slice(0, -1)
  const isMute = before.every(({ said }) => said === before.at(-1)?.said)
  const isUp = others.every(
    ({ uptime }, i) => uptime !== null && uptime > (contact.lives[i]?.uptime ?? uptime),
  )
  const wasReset = contact.lives.every(({ uptime }) => uptime !== null) && !isUp
  if (isUp || !(isMute || wasReset)) return
  contact.restarts ??= { since: first.at, lives: contact.lives.length, ms: now - first.at }
  contact.everyMs = null
}

function goOn(contact: Contact, life: Life, { kind, now, print, uptime }: Said): void {
  if (kind === 'device birth') life.uptime ??= uptime()
  const before = contact.lives.at(-2)
  const isCompared = before !== undefined && now - before.at < SETTLED_MS * 2
  if (kind === 'data' && life.messages++ < COMPARED && isCompared) life.said += ` ${print()}`
}
