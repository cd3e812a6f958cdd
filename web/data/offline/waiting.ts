import { create } from 'zustand'
import type { repairs } from '#shared/contracts/repairs.ts'
import type { Input } from '#shared/endpoint.ts'
import { readStored, writeStored } from '#web/data/preferences.ts'
import type { Queue } from './record-queue.ts'

/** Under it this browser says that something waits to be sent, so that the program that sends it is loaded at once. */
const WAITS = 'records-wait'

/** A repair as it is applied for; `sentId` makes it one, however often it is sent. */
export type ToldRepair = Input<typeof repairs.create>['body']

/** A repair that was applied for in this browser and that the server does not have yet. */
export interface WaitingRepair {
  told: ToldRepair
  /** ms since 1970; no two have the same. */
  at: number
  /** Why it is not sent again before somebody has looked at it. */
  stopped?: string
}

/** What was told in this browser by who is signed in, and not taken by the server yet; `sending` is the `at` of the record on its way. */
interface Waiting {
  records: Queue
  repairs: readonly WaitingRepair[]
  sending: number | null
}
const nothing: Waiting = { records: [], repairs: [], sending: null }
export const useWaiting = create<Waiting>(() => nothing)

/** Shows nothing of anybody, once nobody is signed in. */
export const hideWaiting = (): void => useWaiting.setState(nothing)

export const doRecordsWait = (): boolean => readStored(WAITS) === true

/** How much waits, of whatever kind. */
export const waitingCount = ({ records, repairs }: Waiting): number => records.length + repairs.length

function show(what: Partial<Waiting>): void {
  useWaiting.setState(what)
  writeStored(WAITS, waitingCount(useWaiting.getState()) > 0 ? true : null)
}

/** Shows what waits, in the shell too. */
export const showWaiting = (records: Queue): void => show({ records })
export const showWaitingRepairs = (repairs: readonly WaitingRepair[]): void => show({ repairs })
