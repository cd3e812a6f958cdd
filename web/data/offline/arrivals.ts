import { alarms } from '#shared/contracts/alarms.ts'
import { CallError, call } from '#web/data/client.ts'
import { isSessionOver } from '#web/data/expiry.ts'
import { queries, readAgain } from '#web/data/queries.ts'
import { keptToken } from '#web/data/token.ts'
import { isCut, isPassing } from './cut.ts'
import { changeKept, isTokenOwn, readKept } from './kept.ts'
import { clocks, waitedSince } from './waited.ts'
import { showWaitingArrivals, type WaitingArrival } from './waiting.ts'

type Queue = readonly WaitingArrival[]
async function change(by: (queue: Queue) => Queue): Promise<Queue | null> {
  const now = await changeKept<Queue>('arrivals', before => by(before ?? []))
  if (now !== null) showWaitingArrivals(now)
  return now
}

/** Reads anew what waits for the signed-in user. */
async function readWaitingArrivals(): Promise<Queue> {
  const queue = (await readKept<Queue>('arrivals')) ?? []
  showWaitingArrivals(queue)
  return queue
}

/** The code of a house was scanned: tells the server, or keeps it to be sent later: null if nobody answered and this browser keeps it. */
export async function arrive(code: string) {
  const waiting: WaitingArrival = { code, ...clocks() }
  // The same code scanned again while it waits: the first scan says since when.
  const keep = async () =>
    (await change(queue =>
      queue.some(each => each.code === code && !each.stopped) ? queue : [...queue, waiting],
    )) !== null
  if (isCut() && (await keep())) {
    void sendWaitingArrivals()
    return null
  }
  try {
    return await call(alarms.arrive, { body: { code } })
  } catch (error) {
    if (isPassing(error) && (await keep())) return null
    throw error
  }
}

const withoutOne = (at: number) => change(queue => queue.filter(each => each.at !== at))

/** Somebody has read that it proves nothing, or does not want it sent. */
export const dropArrival = ({ at }: WaitingArrival): Promise<unknown> => withoutOne(at)

let sending: Promise<void> | null = null

/** Sends the scans that wait, until nobody answers. Never fails. */
export function sendWaitingArrivals(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = null
  })
  return sending
}

async function sendAll(): Promise<void> {
  for (const waiting of await readWaitingArrivals()) {
    // Not sent if somebody else has signed in in another window.
    if (waiting.stopped || !keptToken() || isSessionOver() || !(await isTokenOwn())) continue
    const stop = (why: string | null) =>
      change(queue => queue.map(each => (each.at === waiting.at ? { ...each, stopped: { why } } : each)))
    const waitedMs = waitedSince(waiting)
    if (waitedMs === null) {
      await stop(null)
      continue
    }
    try {
      await call(alarms.arrive, { body: { code: waiting.code, waitedMs } })
      await withoutOne(waiting.at)
      void readAgain(queries, [alarms.list.path, alarms.get.path])
    } catch (error) {
      if (!(error instanceof CallError) || isPassing(error) || error.status === 401) return
      await stop([error.message, ...error.fields.map(({ message }) => message)].filter(Boolean).at(-1) ?? '')
    }
  }
}
