import { Agent, request } from 'node:http'
import { createHistogram, type Histogram } from './histogram.ts'

export interface Timing {
  /** Calls per second. */
  rate: number
  /** Duration of each, ms. */
  took: Histogram
}

/**
 * Repeats `call`, `concurrency` at a time, for `ms` after an uncounted warm-up of `warmUpMs`. A call that began in that time
 * counts however long it takes, and there is at least one: a call slower than `ms` must not count as 0 ms.
 */
export async function repeat(
  call: () => Promise<unknown>,
  { concurrency, warmUpMs, ms }: { concurrency: number; warmUpMs: number; ms: number },
): Promise<Timing> {
  const from = performance.now() + warmUpMs
  const until = from + ms
  const took = createHistogram()
  const one = async () => {
    for (let started = performance.now(); started < until || took.count === 0; ) {
      await call()
      const now = performance.now()
      if (started >= from) took.add(now - started)
      started = now
    }
  }
  await Promise.all(Array.from({ length: concurrency }, one))
  return { rate: (took.count * 1000) / (performance.now() - from), took }
}

export type Caller = ReturnType<typeof openCaller>

/** A caller with persistent connections; answers the body. Rejects for anything but 200. */
export function openCaller(token: string) {
  const agent = new Agent({ keepAlive: true })
  const call = (method: 'GET' | 'PUT', url: string) =>
    new Promise<string>((resolve, reject) => {
      const sent = request(url, { agent, method, headers: { 'access-token': token } }, answer => {
        const chunks: Buffer[] = []
        answer.on('data', chunk => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const body = Buffer.concat(chunks).toString()
          if (answer.statusCode === 200) resolve(body)
          else reject(new Error(`${url} answered ${answer.statusCode}: ${body.slice(0, 300)}`))
        })
      })
      sent.on('error', reject)
      sent.end()
    })
  return {
    get: (url: string) => call('GET', url),
    /** Without a body. */
    put: (url: string) => call('PUT', url),
    close: () => agent.destroy(),
  }
}
