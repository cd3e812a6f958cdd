import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { type DoubtAnswers, type Job, type JobState, jobs } from '#shared/contracts/jobs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { FileLayout } from '#shared/file-layout.ts'
import { call } from './client.ts'
import { useConnection, useLiveJob } from './live/live.ts'
import { queries } from './queries.ts'

/** How often a running job is polled. With the socket, changes arrive at once; without it we have to look. ms */
const LOOK_MS = { connected: 5_000, alone: 1_000 }

/** What an import dialog needs of its list; from the tray only the job is known. */
export interface Importing {
  jobId: string | null
  template?: Endpoint
  import?: Endpoint
  /** Files of any layout are taken, text files among them. */
  ownFiles?: boolean
  /** More that the upload is asked with, such as the house of readings. */
  query?: Readonly<Record<string, string>>
  /** Files of readings of other systems: longer, and without a template. */
  isReadings?: boolean
}

interface Followed {
  /** Jobs in the tray, oldest first. */
  ids: readonly string[]
  /** Exports whose file is fetched as soon as it is ready: their reader is waiting. */
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

/** Starts an export of a list with the filters of the body; its file is fetched when ready. Fails as `call` does. */
export async function startExport(
  endpoint: Endpoint,
  input: { params?: Record<string, string>; body: object },
): Promise<void> {
  const job = (await call(endpoint, input as never)) as Job
  follow([job])
  useFollowed.setState(({ awaited }) => ({ awaited: [...awaited, job.id] }))
}

/** Uploads a file to be checked. Fails as `call` does. */
export async function startImport(endpoint: Endpoint, file: File, query: object = {}): Promise<Job> {
  const body = new Uint8Array(await file.arrayBuffer())
  const job = (await call(endpoint, {
    query: { name: file.name.slice(-200), ...query },
    body,
  } as never)) as Job
  remember(job)
  return job
}

export async function cancelJob(id: string): Promise<void> {
  remember(await call(jobs.cancel, { params: { id } }))
}

/** Has the file of a checked import read again under another layout. */
export async function readUnder(id: string, layout: FileLayout): Promise<void> {
  remember(await call(jobs.layout, { params: { id }, body: layout }))
}

/** Confirms that a checked import be written, with what is said of rows in doubt. */
export async function confirmImport(id: string, acceptFaulty: boolean, doubts?: DoubtAnswers): Promise<void> {
  remember(await call(jobs.confirm, { params: { id }, body: { acceptFaulty, ...(doubts && { doubts }) } }))
}

/** Fetches the file of a job by a fresh address. Returns false when it is gone. */
export async function download(id: string): Promise<boolean> {
  const { file } = await call(jobs.get, { params: { id } })
  if (file) openFile(file)
  return file !== null
}

/** Lets the browser save a file. */
export function openFile({ name, url }: { name: string; url: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** The current state of one's own job: polled while it runs, updated by the socket in between. */
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
    // Only the answer has its result, file and report.
    if (state !== undefined) void refetch()
  }, [state, refetch])
  return data && told && told.state === data.state ? { ...data, done: told.done, total: told.total } : data
}
