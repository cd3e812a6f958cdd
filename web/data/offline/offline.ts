import { alarms } from '#shared/contracts/alarms.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { CallError, call } from '#web/data/client.ts'
import { isSessionOver } from '#web/data/expiry.ts'
import { queries, readAgain } from '#web/data/queries.ts'
import { useReachable } from '#web/data/reachable.ts'
import { serviceWorker } from '#web/data/service-worker.ts'
import { beforeSignOut, mayCall, useSession } from '#web/data/session.ts'
import { keptToken } from '#web/data/token.ts'
import { sendWaitingArrivals } from './arrivals.ts'
import { isCut, isPassing } from './cut.ts'
import { changeKept, isTokenOwn, readKept } from './kept.ts'
import { dropKept, isKept, sendKept, sentIdsOf, settleKept, sweepKept } from './kept-files.ts'
import { followNumbers } from './numbers.ts'
import {
  nextOf,
  type Queue,
  type Stopped,
  type WaitingRecord,
  waitingOf,
  withoutDay,
  withRecord,
  withSent,
  withStopped,
  withTried,
} from './record-queue.ts'
import { sendWaitingRepairs } from './repairs.ts'
import { readAheadOfCut, readRepairsAhead } from './seen.ts'
import { filesOfWaiting, hideWaiting, showWaiting, useWaiting, type WaitingRepair } from './waiting.ts'

/** How often to try while something waits, ms, whatever the browser believes about the network. */
const TRY_MS = 15_000

/** The windows of one browser tell each other when what waits has changed. */
const windows = 'BroadcastChannel' in globalThis ? new BroadcastChannel('records') : null

/** One window at a time, if the browser supports locks; without them the server recognizes a day told twice. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('send records', work) : work()

async function change(by: (queue: Queue) => Queue): Promise<Queue | null> {
  const now = await changeKept<Queue>('records', before => by(before ?? []))
  if (now === null) return null
  showWaiting(now)
  windows?.postMessage('changed')
  return now
}

/** Reads anew what waits for the signed-in user. */
export async function readWaiting(): Promise<Queue> {
  const queue = (await readKept<Queue>('records')) ?? []
  showWaiting(queue)
  return queue
}

/** Whether the server has a record, or only this browser. */
export type Outcome = 'sent' | 'kept'

/**
 * Records a day: sends it, or keeps it in this browser until it can be sent. Fails as {@link call} does when the server
 * refuses it, or when nobody answers and this browser keeps nothing.
 */
export async function tellRecord(record: WaitingRecord): Promise<Outcome> {
  const queue = useWaiting.getState().records
  const { flockId, told } = record
  const isKnown = waitingOf(queue, flockId, told.day) !== undefined
  const kept = isKnown || isCut() ? await change(before => withRecord(before, record)) : null
  if (kept) {
    if (!isCut()) return inTurn(() => attempt(waitingOf(kept, flockId, told.day) ?? record))
    void sendWaiting()
    return 'kept'
  }
  try {
    await send(record)
    return 'sent'
  } catch (error) {
    const tried = { ...record, isTried: true }
    if (isPassing(error) && (await change(before => withRecord(before, tried)))) return 'kept'
    throw error
  }
}

/** Drops a day's waiting record unsent. */
export async function dropRecord(flockId: string, day: string): Promise<void> {
  const dropped = waitingOf(useWaiting.getState().records, flockId, day)
  await change(before => withoutDay(before, flockId, day))
  await dropKept(dropped?.told.pictures ?? [])
}

/** Sends a day, its pictures first. */
async function send({ flockId, told }: WaitingRecord) {
  const { pictures = [], earlier = [] } = told
  const body = {
    ...told,
    pictures: await sendKept(pictures),
    // As they were sent: a picture of them that has not arrived was not.
    earlier: await Promise.all(
      earlier.map(async each => ({ ...each, pictures: await sentIdsOf(each.pictures ?? []) })),
    ),
  }
  const recorded = await call(flockRecords.create, { params: { id: flockId }, body })
  await settleKept(pictures)
  return recorded
}

/** Removes kept files that are older than `ms`, or as old as they may get, and that nothing names which waits here. */
async function sweepFiles(ms?: number): Promise<void> {
  const [records, asked] = await Promise.all([
    readKept<Queue>('records'),
    readKept<readonly WaitingRepair[]>('repairs'),
  ])
  const named = [
    ...(records ?? []).flatMap(({ told }) => told.pictures ?? []),
    ...(asked ?? []).flatMap(filesOfWaiting),
  ]
  await sweepKept(new Set(named.filter(isKept)), ms)
}

/**
 * Sends a waiting record and notes the outcome; fails with the server's objection. Not sent if somebody else has signed in
 * in another window.
 */
async function attempt(record: WaitingRecord): Promise<Outcome> {
  if (!(await isTokenOwn())) return 'kept'
  useWaiting.setState({ sending: record.at })
  try {
    await change(before => withTried(before, record))
    const { version } = await send(record)
    await change(before => withSent(before, record, version))
    void readAgain(queries, [flockRecords.list.path])
    return 'sent'
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (isPassing(error)) return 'kept'
    // An expired session says nothing about the record.
    if (error.status !== 401) await change(before => withStopped(before, record, stoppedBy(error)))
    throw error
  } finally {
    useWaiting.setState({ sending: null })
  }
}

/** Why a record is not sent by itself. */
function stoppedBy(error: CallError): Stopped {
  const { current, by } = (error.data ?? {}) as { current?: unknown; by?: string }
  if (error.status === 409 && current)
    return { is: 'differs', theirs: current as (Stopped & { is: 'differs' })['theirs'], by }
  const fields = Object.fromEntries(error.fields.map(({ field, message }) => [field.split('.')[0], message]))
  return { is: 'refused', why: error.message, fields }
}

let sending: Promise<void> | null = null

/** Sends what waits, one after the other and each once, until nobody answers. Never fails. */
export function sendWaiting(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = null
  })
  return sending
}

async function sendAll(): Promise<void> {
  const tried = new Set<number>()
  for (;;) {
    if (!keptToken() || isSessionOver()) return
    const isDone = await inTurn(async () => {
      // Another window may have sent it meanwhile.
      const next = nextOf(await readWaiting(), tried)
      if (!next) return true
      tried.add(next.at)
      const came = await attempt(next).catch((error: unknown) => error)
      return isCut() || (came instanceof CallError && came.status === 401)
    })
    if (isDone) return
  }
}

/** Reads once, but again each time it is asked to until it has been answered: a weak network takes several tries. */
function untilAnswered(read: () => Promise<boolean>): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    void read().then(answered => {
      isDone = answered
    })
  }
}

/** Keeps sending, and keeps what is needed offline, until the returned function is called. */
export function startOffline(): () => void {
  const session = useSession.getState()
  const [tells, applies] = [mayCall(flockRecords.create, session), mayCall(repairs.create, session)]
  const isOfFarm = session.user?.kind === CUSTOMER
  const hears = isOfFarm && mayCall(alarms.numbers, session)
  const arrives = mayCall(alarms.arrive, session)
  if (!tells && !applies && !hears && !arrives) return () => undefined
  const sendAll = () => {
    // Somebody is in a house, and others are rung for it meanwhile.
    if (arrives) void sendWaitingArrivals()
    if (tells) void sendWaiting()
    if (applies) void sendWaitingRepairs()
  }
  sendAll()
  void sweepFiles()
  const forget = hears ? followNumbers() : () => undefined
  if (isOfFarm) void keepApp().catch(() => undefined)
  const ahead = [tells && readAheadOfCut, applies && readRepairsAhead]
    .filter(read => read !== false)
    .map(untilAnswered)
  const readAhead = () => {
    if (isOfFarm) for (const read of ahead) read()
  }
  readAhead()
  const hear = () => void readWaiting()
  const timer = setInterval(() => {
    const { records, repairs: asked, arrivals } = useWaiting.getState()
    if (arrivals.some(({ stopped }) => stopped === undefined)) void sendWaitingArrivals()
    if (nextOf(records)) void sendWaiting()
    if (asked.some(({ stopped }) => stopped === undefined)) void sendWaitingRepairs()
    readAhead()
  }, TRY_MS)
  const stopListening = useReachable.subscribe(({ reachable }) => {
    if (reachable) sendAll()
  })
  const online = sendAll
  addEventListener('online', online)
  windows?.addEventListener('message', hear)
  const stay = beforeSignOut(() => {
    void leaveBrowser()
    return sweepFiles(0)
  })
  return () => {
    clearInterval(timer)
    forget()
    stopListening()
    removeEventListener('online', online)
    windows?.removeEventListener('message', hear)
    stay()
    hideWaiting()
  }
}

/** Has the service worker keep the app's files. */
async function keepApp(): Promise<void> {
  if (!isSecureContext || !('serviceWorker' in navigator)) return
  const { active } = await serviceWorker()
  active?.postMessage('keep the app')
}

/** After signing out the browser opens nothing by itself. */
async function leaveBrowser(): Promise<void> {
  await (await navigator.serviceWorker?.getRegistration())?.unregister()
}
