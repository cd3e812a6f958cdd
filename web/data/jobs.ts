import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { type Job, type JobState, jobs } from '#shared/contracts/jobs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { call } from './client.ts'
import { useConnection, useLiveJob } from './live/live.ts'
import { queries } from './queries.ts'

/** While it runs a job is asked for this often: the socket tells of it at once, without one we have to look. ms */
const LOOK_MS = { connected: 5_000, alone: 1_000 }

/** What an import dialog needs of a list; from the tray only the job is known. */
export interface Importing {
  jobId: string | null
  template?: Endpoint
  import?: Endpoint
}

interface Followed {
  /** Jobs that the tray shows, oldest first. */
  ids: readonly string[]
  /** Exports whose file is fetched as soon as it is there: their reader waits for it. */
  awaited: readonly string[]
  importing: Importing | null
}
export const useFollowed = create<Followed>(() => ({ ids: [], awaited: [], importing: null }))

export const isUnfinished = (state: JobState | undefined): boolean =>
  state === 'waiting' || state === 'running'

function remember(job: Job): void {
  queries.setQueryData([jobs.get.path, job.id], job)
}

/** Shows jobs in the tray. */
export function follow(found: readonly Job[]): void {
  for (const job of found) remember(job)
  useFollowed.setState(({ ids }) => ({
    ids: [...ids, ...found.map(({ id }) => id).filter(id => !ids.includes(id))],
  }))
}

export const unfollow = (id: string): void =>
  useFollowed.setState(({ ids, awaited }) => ({
    ids: ids.filter(each => each !== id),
    awaited: awaited.filter(each => each !== id),
  }))

/** Begins an export, of a list under the filters of the body; its file is fetched when it is there. Fails as `call` does. */
export async function startExport(
  endpoint: Endpoint,
  input: { params?: Record<string, string>; body: object },
): Promise<void> {
  const job = (await call(endpoint, input as never)) as Job
  follow([job])
  useFollowed.setState(({ awaited }) => ({ awaited: [...awaited, job.id] }))
}

/** Uploads a file to be checked. Fails as `call` does. */
export async function startImport(endpoint: Endpoint, file: File): Promise<Job> {
  const body = new Uint8Array(await file.arrayBuffer())
  const job = (await call(endpoint, { query: { name: file.name.slice(-200) }, body } as never)) as Job
  remember(job)
  return job
}

export async function cancelJob(id: string): Promise<void> {
  remember(await call(jobs.cancel, { params: { id } }))
}

/** Lets a checked import be written. */
export async function confirmImport(id: string, acceptFaulty: boolean): Promise<void> {
  remember(await call(jobs.confirm, { params: { id }, body: { acceptFaulty } }))
}

/** Fetches the file of a job by a fresh address. Answers false when it is gone. */
export async function download(id: string): Promise<boolean> {
  const { file } = await call(jobs.get, { params: { id } })
  if (file) openFile(file)
  return file !== null
}

/** Lets the browser keep a file. */
export function openFile({ name, url }: { name: string; url: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** One's own job as it is now: asked for while it runs, told by the socket in between. */
export function useJob(id: string | null): Job | undefined {
  const told = useLiveJob(id ?? '')
  const connected = useConnection(connection => connection.connected)
  const { data, refetch } = useQuery({
    queryKey: [jobs.get.path, id],
    queryFn: () => call(jobs.get, { params: { id: id ?? '' } }),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      isUnfinished(state.data?.state) && (connected ? LOOK_MS.connected : LOOK_MS.alone),
  })
  const state = told?.state
  useEffect(() => {
    // What it came to, its file and its report, only the answer has.
    if (state !== undefined) void refetch()
  }, [state, refetch])
  return data && told && told.state === data.state ? { ...data, done: told.done, total: told.total } : data
}
