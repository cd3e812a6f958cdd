import { openStream, type PictureStream } from './picture-stream.ts'
import type { FromWorker, ToWorker } from './stream-worker.ts'

const streams = new Map<number, PictureStream>()

const tell = (message: FromWorker, transfer: Transferable[] = []) => postMessage(message, { transfer })

function open(id: number, url: string): PictureStream {
  return openStream(url, {
    source(source) {
      const handle = (source as MediaSource & { handle: MediaSourceHandle }).handle
      tell({ id, type: 'source', handle }, [handle])
    },
    size: (width, height) => tell({ id, type: 'size', width, height }),
    fault: fault => tell({ id, type: 'fault', fault }),
    pong: () => tell({ id, type: 'pong' }),
    over: () => tell({ id, type: 'over' }),
  })
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  const { id } = data
  const stream = streams.get(id)
  switch (data.type) {
    case 'open':
      streams.set(id, open(id, data.url))
      return
    case 'at':
      stream?.at(data.seconds)
      return
    case 'lag':
      stream?.lag(data.ms)
      return
    case 'ping':
      stream?.ping()
      return
    case 'close':
      streams.delete(id)
      stream?.close()
      return
  }
})
