import { create } from 'zustand'
import { readStored, writeStored } from '#web/data/preferences.ts'
import type { Queue } from './record-queue.ts'

/** Under it this browser says that records wait to be sent, so that the program that sends them is loaded at once. */
const WAITS = 'records-wait'

interface Waiting {
  records: Queue
}
/** What was told in this browser by who is signed in, and not taken by the server yet. */
export const useWaiting = create<Waiting>(() => ({ records: [] }))

export const doRecordsWait = (): boolean => readStored(WAITS) === true

/** Shows what waits, in the shell too. */
export function showWaiting(records: Queue): void {
  useWaiting.setState({ records })
  writeStored(WAITS, records.length > 0 ? true : null)
}
