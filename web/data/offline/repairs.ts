import { repairs } from '#shared/contracts/repairs.ts'
import { dateIn } from '#shared/zone-time.ts'
import { CallError, call } from '#web/data/client.ts'
import { isSessionOver } from '#web/data/expiry.ts'
import { queries, readAgain } from '#web/data/queries.ts'
import { useSession } from '#web/data/session.ts'
import { keptToken } from '#web/data/token.ts'
import { isCut, isPassing } from './cut.ts'
import { changeKept, isTokenOwn, readKept } from './kept.ts'
import { dropKept, sendKept, settleKept } from './kept-files.ts'
import {
  filesOfWaiting,
  showWaitingRepairs,
  type ToldNote,
  type ToldRepair,
  type WaitingRepair,
} from './waiting.ts'

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
 * Sends something about repairs, or keeps it to be sent later: null if nobody answered and this browser keeps it. Fails as
 * {@link call} does when the server refuses it, or when this browser keeps nothing.
 */
async function tell(waiting: WaitingRepair): Promise<string | null> {
  const keep = async () => (await change(queue => [...queue, waiting])) !== null
  if (isCut() && (await keep())) {
    void sendWaitingRepairs()
    return null
  }
  try {
    return await send(waiting)
  } catch (error) {
    if (isPassing(error) && (await keep())) return null
    throw error
  }
}

/** Applies for a repair and returns its id, or null if this browser keeps it; see {@link tell}. */
export const applyForRepair = (told: ToldRepair): Promise<string | null> =>
  tell({ told: { ...told, sentId: crypto.randomUUID() }, at: Date.now() })

/** Whether it adds a note to a repair, which this browser keeps without network. */
export const isNote = ({ path }: { path: string }): boolean => path === repairs.note.path

/** Adds a note to a repair. Returns whether the server has it, or only this browser; see {@link tell}. */
export async function addNote(of: { id: string; number: string }, note: ToldNote): Promise<'sent' | 'kept'> {
  const { id, number } = of
  const waiting = { of: { id, number }, note: { ...note, sentId: crypto.randomUUID() }, at: Date.now() }
  return (await tell(waiting)) === null ? 'kept' : 'sent'
}

/** Sends it with its files, these first. Returns the id of the repair. */
async function send(waiting: WaitingRepair): Promise<string> {
  const { pictures: chosen } = waiting.note ? waiting.note : waiting.told
  const pictures = await sendKept(chosen)
  if (!waiting.note) {
    const { id } = await call(repairs.create, { body: { ...asOfNow(waiting.told), pictures } })
    await settleKept(filesOfWaiting(waiting))
    return id
  }
  const recordings = await sendKept(waiting.note.recordings ?? [])
  const { id } = waiting.of
  await call(repairs.note, { params: { id }, body: { ...waiting.note, pictures, recordings } })
  await settleKept(filesOfWaiting(waiting))
  return id
}

/** As it is sent now: a day by which it was wanted and that has passed meanwhile is today, as the server counts it. */
function asOfNow(told: ToldRepair): ToldRepair {
  const zone = useSession.getState().user?.timeZone ?? 'UTC'
  const today = dateIn(zone, new Date())
  return told.expectedOn && told.expectedOn < today ? { ...told, expectedOn: today } : told
}

const withoutOne = (at: number) => change(queue => queue.filter(each => each.at !== at))

/** Somebody decided not to send it. */
export async function dropRepair(waiting: WaitingRepair): Promise<void> {
  await withoutOne(waiting.at)
  await dropKept(filesOfWaiting(waiting))
}

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
      await send(waiting)
      await withoutOne(waiting.at)
      void readAgain(queries, [repairs.list.path])
    } catch (error) {
      if (!(error instanceof CallError) || isPassing(error) || error.status === 401) return
      const why = [error.message, ...error.fields.map(({ message }) => message)].filter(Boolean)
      const stopped = [...new Set(why)].join(' ')
      await change(queue => queue.map(each => (each.at === waiting.at ? { ...each, stopped } : each)))
    }
  }
}
