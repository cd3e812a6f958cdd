import { repairs } from '#shared/contracts/repairs.ts'
import { dateIn } from '#shared/zone-time.ts'
import { CallError, call } from '#web/data/client.ts'
import { isSessionOver } from '#web/data/expiry.ts'
import { queries, readAgain } from '#web/data/queries.ts'
import { useReachable } from '#web/data/reachable.ts'
import { useSession } from '#web/data/session.ts'
import { keptToken } from '#web/data/token.ts'
import { changeKept, isTokenOwn, readKept } from './kept.ts'
import { showWaitingRepairs, type ToldRepair, type WaitingRepair } from './waiting.ts'

export const isCut = (): boolean => !navigator.onLine || !useReachable.getState().reachable

/** Nobody answered, or the server is busy itself: it may be sent again unchanged. */
export const isPassing = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500)

type Queue = readonly WaitingRepair[]

async function change(by: (queue: Queue) => Queue): Promise<Queue | null> {
  const now = await changeKept<Queue>('repairs', before => by(before ?? []))
  if (now !== null) showWaitingRepairs(now)
  return now
}

/** Reads anew what waits for the signed-in user. */
async function readWaitingRepairs(): Promise<Queue> {
  const queue = (await readKept<Queue>('repairs')) ?? []
  showWaitingRepairs(queue)
  return queue
}

/**
 * Applies for a repair and returns its id, or null if nobody answered and this browser keeps it to send later. Fails as
 * {@link call} does when the server refuses it, or when this browser keeps nothing.
 */
export async function applyForRepair(told: ToldRepair): Promise<string | null> {
  const waiting = { told: { ...told, sentId: crypto.randomUUID() }, at: Date.now() }
  const keep = async () => (await change(queue => [...queue, waiting])) !== null
  if (isCut() && (await keep())) {
    void sendWaitingRepairs()
    return null
  }
  try {
    return (await call(repairs.create, { body: waiting.told })).id
  } catch (error) {
    if (isPassing(error) && (await keep())) return null
    throw error
  }
}

/** As it is sent now: a day by which it was wanted and that has passed meanwhile is today, as the server counts it. */
function asOfNow(told: ToldRepair): ToldRepair {
  const zone = useSession.getState().user?.timeZone ?? 'UTC'
  const today = dateIn(zone, new Date())
  return told.expectedOn && told.expectedOn < today ? { ...told, expectedOn: today } : told
}

/** Somebody decided not to send it. */
export const dropRepair = (at: number) => change(queue => queue.filter(each => each.at !== at))

let sending: Promise<void> | null = null

/** Sends what waits, one after the other and each once, until nobody answers. Never fails. */
export function sendWaitingRepairs(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = null
  })
  return sending
}

async function sendAll(): Promise<void> {
  for (const waiting of await readWaitingRepairs()) {
    // Not sent if somebody else has signed in in another window.
    if (waiting.stopped !== undefined || !keptToken() || isSessionOver() || !(await isTokenOwn())) continue
    try {
      await call(repairs.create, { body: asOfNow(waiting.told) })
      await dropRepair(waiting.at)
      void readAgain(queries, [repairs.list.path])
    } catch (error) {
      if (!(error instanceof CallError) || isPassing(error) || error.status === 401) return
      const why = [error.message, ...error.fields.map(({ message }) => message)].filter(Boolean)
      const stopped = [...new Set(why)].join(' ')
      await change(queue => queue.map(each => (each.at === waiting.at ? { ...each, stopped } : each)))
    }
  }
}
