import { readFileSync, writeFileSync } from 'node:fs'

export const MEGABYTE = 1024

/** Peak of a process's memory since {@link forgetPeak}, or since it began, in MB; Linux only. */
export function peakMemory(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1] ?? Number.NaN) / MEGABYTE
}

/** The peak is from now on counted anew. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** The longest the event loop was held up since the last look, ms. */
export async function loopDelay(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? Number.NaN) * 1_000
}
