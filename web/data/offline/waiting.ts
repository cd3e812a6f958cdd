import { create } from 'zustand'
import type { repairs } from '#shared/contracts/repairs.ts'
import type { Input } from '#shared/endpoint.ts'
import { readStored, writeStored } from '#web/data/preferences.ts'
import type { Queue } from './record-queue.ts'

/** Storage key that says something waits to be sent, so that the code that sends it is loaded at once. */
const WAITS = 'records-wait'

/** A repair as applied for; `sentId` makes it one repair, however often it is sent. */
export type ToldRepair = Input<typeof repairs.create>['body']

/** A note to a repair; its key makes it one note. */
export type ToldNote = Input<typeof repairs.note>['body']

/** A repair applied for in this browser, or a note to one, that the server does not have yet. */
export type WaitingRepair = Waits & ({ told: ToldRepair; note?: undefined } | { of: Noted; note: ToldNote })
interface Noted {
  id: string
  number: string
}
interface Waits {
  /** ms since 1970; no two have the same. */
  at: number
  /** Why it is not sent again until somebody has looked at it. */
  stopped?: string
}

/** The code of a house that was scanned in this browser, which the server does not know of yet. */
export interface WaitingArrival {
  code: string
  /** By the clock of the phone, ms since 1970; no two have the same. */
  at: number
  /** How long the page had been open then, ms, and which page it was. */
  tick: number
  origin: number
  /** Why it is not sent again until somebody has looked at it; null: the clock of the phone was set back. */
  stopped?: { why: string | null }
}

/**
 * What the signed-in user entered in this browser and the server has not taken yet; `sending` is the `at` of the record on
 * its way.
 */
interface Waiting {
  records: Queue
  repairs: readonly WaitingRepair[]
  arrivals: readonly WaitingArrival[]
  sending: number | null
}
const nothing: Waiting = { records: [], repairs: [], arrivals: [], sending: null }
export const useWaiting = create<Waiting>(() => nothing)

/** The files that it names, those of this browser too. */
export const filesOfWaiting = (waiting: WaitingRepair): string[] =>
  waiting.note ? [...waiting.note.pictures, ...(waiting.note.recordings ?? [])] : [...waiting.told.pictures]

/** Shows nothing once nobody is signed in. */
export const hideWaiting = (): void => useWaiting.setState(nothing)

export const doRecordsWait = (): boolean => readStored(WAITS) === true

/** How many things wait, of whatever kind. */
export const waitingCount = ({ records, repairs, arrivals }: Waiting): number =>
  records.length + repairs.length + arrivals.length

function show(what: Partial<Waiting>): void {
  useWaiting.setState(what)
  writeStored(WAITS, waitingCount(useWaiting.getState()) > 0 ? true : null)
}

/** Shows what waits, in the shell too. */
export const showWaiting = (records: Queue): void => show({ records })
export const showWaitingRepairs = (repairs: readonly WaitingRepair[]): void => show({ repairs })
export const showWaitingArrivals = (arrivals: readonly WaitingArrival[]): void => show({ arrivals })
