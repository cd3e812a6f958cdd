import { doRecordsWait } from './waiting.ts'

/** A page that has just opened has better things to load. ms */
const QUIET_MS = 8_000

const load = () => import('./offline.ts')

/** What waits in this browser is sent, and what is needed without network is kept, as long as the answered function is not called. */
export function followOffline(): () => void {
  let stop = () => {}
  let isGone = false
  const start = () =>
    load().then(
      ({ startOffline }) => {
        if (!isGone) stop = startOffline()
      },
      // What cannot be done now is done with the next page.
      () => undefined,
    )
  const timer = setTimeout(() => void start(), doRecordsWait() ? 0 : QUIET_MS)
  return () => {
    isGone = true
    clearTimeout(timer)
    stop()
  }
}
