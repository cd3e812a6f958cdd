import { create } from 'zustand'
import { readStored, writeStored } from '#web/data/preferences.ts'
import type { Queue } from './record-queue.ts'

/** Under it this browser says that records wait to be sent, so that the program that sends them is loaded at once. */
const WAITS = 'records-wait'

/** What was told in this browser by who is signed in, and not taken by the server yet; `sending` is the `at` of the one on its way. */
interface Waiting {
  records: Queue
  sending: number | null
}
const nothing: Waiting = { records: [], sending: null }
export const useWaiting = create<Waiting>(() => nothing)

/** Shows nobody's records, once nobody is signed in. */
export const hideWaiting = (): void => useWaiting.setState(nothing)

export const doRecordsWait = (): boolean => readStored(WAITS) === true

/** Shows what waits, in the shell too. */
export function showWaiting(records: Queue): void {
  useWaiting.setState({ records })
  writeStored(WAITS, records.length > 0 ? true : null)
}
