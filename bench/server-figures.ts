import { readFileSync, writeFileSync } from 'node:fs'

export const MEGABYTE = 1024

/** Peak memory of a process since {@link forgetPeak}, or since it started, in MB; Linux only. */
export function peakMemory(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1] ?? Number.NaN) / MEGABYTE
}

/** Starts counting the peak anew. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** The longest time the event loop was held up since the last call, ms; for a server with {@link MEASURED}. */
export const loopDelay = async (url: string): Promise<number> => (await mainThread(url)).heldUpMs

/** The same, and the processor time that the main thread has taken since the start, ms. */
export async function mainThread(url: string): Promise<{ heldUpMs: number; cpuMs: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const told = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
  return { heldUpMs: told('bench_held_up_ms'), cpuMs: told('bench_main_thread_seconds') * 1_000 }
}

/** Node options that make the server tell how long its event loop is held up, and collect garbage on SIGUSR2. */
export const MEASURED = [
  '--import',
  new URL('./held-up.ts', import.meta.url).href,
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGUSR2",()=>gc())',
]

/** Live memory in the server's heap and beside it, after garbage collection, bytes. */
export async function heapUsed({ url, pid }: { url: string; pid: number }): Promise<number> {
  process.kill(pid, 'SIGUSR2')
  const text = await (await fetch(`${url}/metrics`)).text()
  const bytes = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
  return bytes('nodejs_heap_size_used_bytes') + bytes('nodejs_external_memory_bytes')
}
