import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { FromRtc, RtcSettings, TimedPicture, ToRtc } from './rtc-messages.ts'

const PROGRAM = new URL('./rtc.worker.ts', import.meta.url)

interface Events {
  answered(sdp: string): void
  refused(why: string): void
  connected(): void
  ended(): void
}

/** A browser at the other end. */
export interface RtcLine {
  /** What is needed to decode what follows. */
  sets(sets: Uint8Array[]): void
  pictures(pictures: TimedPicture[]): void
  close(): void
}

/** The thread that encrypts pictures for browsers, started when it is needed. */
export class RtcThread {
  readonly #settings: RtcSettings
  readonly #log: Pick<FastifyBaseLogger, 'error'>
  readonly #lines = new Map<number, Events>()
  #worker: Worker | undefined
  #lastId = 0

  constructor(settings: RtcSettings, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#settings = settings
    this.#log = log
  }

  open(offer: string, events: Events): RtcLine {
    const worker = this.#worker ?? this.#start()
    const id = ++this.#lastId
    this.#lines.set(id, events)
    const tell = (message: ToRtc) => {
      if (this.#lines.has(id)) worker.postMessage(message)
    }
    tell({ id, type: 'open', offer })
    return {
      sets: sets => tell({ id, type: 'sets', sets }),
      pictures: pictures => tell({ id, type: 'pictures', pictures }),
      close: () => {
        tell({ id, type: 'close' })
        this.#lines.delete(id)
      },
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(PROGRAM, { execArgv: [], workerData: this.#settings })
    this.#worker = worker
    worker.unref()
    worker.on('message', (message: FromRtc) => this.#hear(message))
    worker.on('error', error => this.#log.error({ err: error }, 'the thread of WebRTC failed'))
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
      for (const id of Array.from(this.#lines.keys())) this.#hear({ id, type: 'ended' })
    })
    return worker
  }

  #hear(message: FromRtc): void {
    const events = this.#lines.get(message.id)
    if (!events) return
    switch (message.type) {
      case 'answer':
        events.answered(message.sdp)
        return
      case 'refused':
        this.#lines.delete(message.id)
        events.refused(message.why)
        return
      case 'connected':
        events.connected()
        return
      case 'ended':
        this.#lines.delete(message.id)
        events.ended()
        return
    }
  }
}
