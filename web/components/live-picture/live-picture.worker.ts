import { openStream, type PictureStream } from './picture-stream.ts'
import type { FromWorker, ToWorker } from './stream-worker.ts'

let stream: PictureStream | undefined

const tell = (message: FromWorker, transfer: Transferable[] = []) => postMessage(message, { transfer })

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.type) {
    case 'open':
      stream = openStream(data.url, {
        source(source) {
          const handle = (source as MediaSource & { handle: MediaSourceHandle }).handle
          tell({ type: 'source', handle }, [handle])
        },
        size: (width, height) => tell({ type: 'size', width, height }),
        fault: fault => tell({ type: 'fault', fault }),
        over: () => tell({ type: 'over' }),
      })
      return
    case 'at':
      stream?.at(data.seconds)
      return
    case 'lag':
      stream?.lag(data.ms)
      return
  }
})
