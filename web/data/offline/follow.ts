import { doRecordsWait } from './waiting.ts'

/** A page that has just opened has better things to load. ms */
const QUIET_MS = 8_000

const load = () => import('./offline.ts')

/** Sends what waits in this browser and keeps what is needed offline, until the returned function is called. */
export function followOffline(): () => void {
  let stop = () => {}
  let isGone = false
  const start = () =>
    load().then(
      ({ startOffline }) => {
        if (!isGone) stop = startOffline()
      },
      // What cannot be done now is done by the next page.
      () => undefined,
    )
  const timer = setTimeout(() => void start(), doRecordsWait() ? 0 : QUIET_MS)
  return () => {
    isGone = true
    clearTimeout(timer)
    stop()
  }
}
