import type { ViewFault } from '#shared/live-pictures.ts'
import { ownMediaSource } from './media-source.ts'
import { openStream, type PictureStream, type StreamEvents } from './picture-stream.ts'

/** `id` is of the stream: one worker has those of all pictures of the page. */
export type ToWorker = { id: number } & (
  | { type: 'open'; url: string }
  | { type: 'at'; seconds: number }
  | { type: 'lag'; ms: number }
  | { type: 'ping' }
  | { type: 'close' }
)
export type FromWorker = { id: number } & (
  | { type: 'source'; handle: MediaSourceHandle }
  | { type: 'size'; width: number; height: number }
  | { type: 'fault'; fault: ViewFault }
  | { type: 'pong' }
  | { type: 'over' }
)

/** What a video element shows: a source, or the handle of one in a worker. */
type Shown = Omit<StreamEvents, 'source'> & { source(source: MediaSource | MediaSourceHandle): void }

/** Whether this browser has media sources in workers, so that a busy page does not hold up the picture. */
const hasWorkers = (): boolean =>
  (ownMediaSource() as { canConstructInDedicatedWorker?: boolean } | undefined)
    ?.canConstructInDedicatedWorker === true

interface Shared {
  worker: Worker
  streams: Map<number, Shown>
}

let shared: Shared | undefined
let lastId = 0

/** The worker of all pictures of this page, which ends with the last of them. */
function sharedWorker(): Shared {
  if (shared) return shared
  const worker = new Worker(new URL('./live-picture.worker.ts', import.meta.url), { type: 'module' })
  const mine: Shared = { worker, streams: new Map() }
  shared = mine
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    const events = mine.streams.get(data.id)
    if (events) hear(mine, events, data)
  })
  worker.addEventListener('error', () => {
    const all = [...mine.streams.values()]
    mine.streams.clear()
    letGo(mine)
    for (const events of all) events.over()
  })
  return mine
}

function hear(mine: Shared, events: Shown, data: FromWorker): void {
  if (data.type === 'source') events.source(data.handle)
  else if (data.type === 'size') events.size(data.width, data.height)
  else if (data.type === 'pong') events.pong()
  else {
    end(mine, data.id)
    if (data.type === 'fault') events.fault(data.fault)
    else events.over()
  }
}

function end(mine: Shared, id: number): void {
  if (!mine.streams.delete(id)) return
  mine.worker.postMessage({ id, type: 'close' } satisfies ToWorker)
  if (mine.streams.size === 0) letGo(mine)
}

/** Ending the thread closes its sockets. */
function letGo(mine: Shared): void {
  mine.worker.terminate()
  if (shared === mine) shared = undefined
}

/** Opens a stream where it disturbs least: in the worker of the page's pictures if possible. */
export function openStreamAside(url: string, events: Shown): PictureStream {
  if (!hasWorkers()) return openStream(url, events)
  const mine = sharedWorker()
  const id = ++lastId
  mine.streams.set(id, events)
  const tell = (message: ToWorker) => mine.streams.has(id) && mine.worker.postMessage(message)
  tell({ id, type: 'open', url })
  return {
    at: seconds => tell({ id, type: 'at', seconds }),
    lag: ms => tell({ id, type: 'lag', ms }),
    ping: () => tell({ id, type: 'ping' }),
    close: () => end(mine, id),
  }
}
