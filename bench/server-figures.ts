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

/** For the server: collects its garbage at SIGUSR2. */
export const COLLECTS = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2",()=>gc())']

/** What lives in the server's heap and beside it once its garbage is collected, bytes. */
export async function heapUsed({ url, pid }: { url: string; pid: number }): Promise<number> {
  process.kill(pid, 'SIGUSR2')
  const text = await (await fetch(`${url}/metrics`)).text()
  const bytes = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
  return bytes('nodejs_heap_size_used_bytes') + bytes('nodejs_external_memory_bytes')
}
