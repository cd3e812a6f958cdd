import type { MediaFault } from '#shared/live-pictures.ts'
import { openStream, type PictureStream, type StreamEvents } from './picture-stream.ts'

export type ToWorker =
  | { type: 'open'; url: string }
  | { type: 'at'; seconds: number }
  | { type: 'lag'; ms: number }
export type FromWorker =
  | { type: 'source'; handle: MediaSourceHandle }
  | { type: 'size'; width: number; height: number }
  | { type: 'fault'; fault: MediaFault }
  | { type: 'over' }

/** What a video element shows: a source, or the handle of one in a worker. */
type Shown = Omit<StreamEvents, 'source'> & { source(source: MediaSource | MediaSourceHandle): void }

/** Whether this browser has media sources in workers, so that a busy page does not hold up the picture. */
const hasWorkers = (): boolean =>
  typeof MediaSource !== 'undefined' &&
  (MediaSource as { canConstructInDedicatedWorker?: boolean }).canConstructInDedicatedWorker === true

/** Opens a stream where it disturbs least: in a worker of its own if possible. */
export function openStreamAside(url: string, events: Shown): PictureStream {
  if (!hasWorkers()) return openStream(url, events)
  const worker = new Worker(new URL('./live-picture.worker.ts', import.meta.url), { type: 'module' })
  const tell = (message: ToWorker) => worker.postMessage(message)
  // Ending the thread closes its socket.
  const close = () => worker.terminate()
  const end = () => {
    close()
    events.over()
  }
  worker.addEventListener('error', end)
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    switch (data.type) {
      case 'source':
        events.source(data.handle)
        return
      case 'size':
        events.size(data.width, data.height)
        return
      case 'fault':
        close()
        events.fault(data.fault)
        return
      case 'over':
        end()
        return
    }
  })
  tell({ type: 'open', url })
  return {
    at: seconds => tell({ type: 'at', seconds }),
    lag: ms => tell({ type: 'lag', ms }),
    close,
  }
}
