import { setTimeout as delay } from 'node:timers/promises'
import { type Job, type JobState, jobs } from '#shared/contracts/jobs.ts'
import type { Endpoint } from '#shared/endpoint.ts'

const LONGEST_MS = 300_000
const LOOK_MS = 100

/** Calls a real server about jobs, as a signed-in person. */
export function openJobCaller(url: string, token: string) {
  async function call<T>(endpoint: Endpoint, path: string, body?: BodyInit): Promise<T> {
    const answer = await fetch(`${url}/api${path}`, {
      method: endpoint.method,
      headers: {
        'access-token': token,
        ...(body !== undefined && { 'content-type': endpoint.takes ?? 'application/json' }),
      },
      ...(body !== undefined && { body }),
    })
    const { data, message } = (await answer.json()) as { data: T; message: string }
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${message}`)
    return data
  }
  const about = (endpoint: Endpoint, id: string) => endpoint.path.replace(':id', id)

  return {
    export: (endpoint: Endpoint, filter: object) =>
      call<Job>(endpoint, endpoint.path, JSON.stringify(filter)),
    import: (endpoint: Endpoint, file: Buffer) =>
      call<Job>(endpoint, `${endpoint.path}?name=rows.xlsx`, new Uint8Array(file)),
    confirm: (id: string) =>
      call<Job>(
        jobs.confirm,
        about(jobs.confirm, id),
        JSON.stringify({ acceptFaulty: true, doubts: { others: 'open' } }),
      ),
    get: (id: string) => call<Job>(jobs.get, about(jobs.get, id)),
    /** Waits until the job is in one of these states; retries while the server is away. */
    async until(id: string, ...states: JobState[]): Promise<Job> {
      const from = performance.now()
      for (;;) {
        const job = await call<Job>(jobs.get, about(jobs.get, id)).catch(() => undefined)
        if (job && states.includes(job.state)) return job
        if (job?.state === 'failed') throw new Error(`The job has failed: ${job.error}`)
        if (performance.now() - from > LONGEST_MS) throw new Error(`The job is still ${job?.state}`)
        await delay(LOOK_MS)
      }
    },
  }
}
