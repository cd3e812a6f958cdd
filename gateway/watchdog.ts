import { spawn } from 'node:child_process'

/**
 * Tells systemd regularly that this process still does its work; it starts one again that no longer does. Only where the unit
 * has `WatchdogSec`. Three times in that time, so that one late call is no reason.
 * @returns tells it between the steps of long work, during which nothing else runs
 */
export function tellWatchdog(say: (text: string) => void): () => void {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env
  const withinMs = Number(WATCHDOG_USEC) / 1_000
  if (!NOTIFY_SOCKET || !(withinMs > 0)) return () => {}
  let hasFailed = false
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = () => {
    toldAt = performance.now()
    spawn('systemd-notify', ['WATCHDOG=1'], { stdio: 'ignore' }).on('error', error => {
      if (!hasFailed) say(`systemd cannot be told that all is well: ${error.message}`)
      hasFailed = true
    })
  }
  setInterval(tell, withinMs / 3).unref()
  tell()
  return () => {
    if (performance.now() - toldAt >= withinMs / 3) tell()
  }
}
