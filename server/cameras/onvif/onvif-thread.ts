import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { CameraMove } from '#shared/cameras.ts'
import type { GuardedDial } from '../../platform/network/dial-camera.ts'
import { MediaError, type MediaSource } from '../media-types.ts'
import type { OnvifSide } from './onvif-side.ts'
import type { FromOnvif, OrderName, Orders, PresetOrder, ToOnvif } from './orders.ts'

const PROGRAM = new URL('./onvif.worker.ts', import.meta.url)
/** Longer than all requests of an order together may take: a thread that is silent for so long hangs. ms */
const ORDER_MOST_MS = 40_000

interface Waiting {
  resolve(answer: Orders[OrderName]['answer']): void
  reject(error: MediaError): void
  late: NodeJS.Timeout
}

/**
 * The thread that talks ONVIF, started when it is needed. It is not that of the pictures: whatever a camera writes into its
 * XML, it holds up at most other questions of this kind, and a thread that hangs is ended.
 */
export class OnvifThread implements OnvifSide {
  readonly #dial: GuardedDial
  readonly #log: Pick<FastifyBaseLogger, 'error'>
  readonly #orderMs: number
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #lastId = 0

  constructor(dial: GuardedDial, log: Pick<FastifyBaseLogger, 'error'>, orderMs = ORDER_MOST_MS) {
    this.#dial = dial
    this.#log = log
    this.#orderMs = orderMs
  }

  async look(source: MediaSource) {
    try {
      return await this.#ask('look', { source })
    } catch (error) {
      const { step, fault } = error as MediaError
      return { steps: [{ step, ok: false, fault }] }
    }
  }

  locate(source: MediaSource) {
    return this.#ask('locate', { source })
  }

  async move(source: MediaSource, move: CameraMove | null) {
    await this.#ask('move', { source, move })
  }

  async preset(source: MediaSource, preset: PresetOrder) {
    await this.#ask('preset', { source, preset })
  }

  snapshot(source: MediaSource) {
    return this.#ask('snapshot', { source })
  }

  discover() {
    return this.#ask('discover', {})
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #ask<N extends OrderName>(doing: N, ask: Orders[N]['ask']): Promise<Orders[N]['answer']> {
    const worker = this.#worker ?? this.#start()
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => void worker.terminate(), this.#orderMs)
      late.unref()
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, late })
      worker.postMessage({ id, doing, rules: this.#dial.rules(), ...ask } as ToOnvif)
    })
  }

  #start(): Worker {
    const worker = new Worker(PROGRAM, { execArgv: [] })
    this.#worker = worker
    worker.unref()
    worker.on('message', (message: FromOnvif) => this.#hear(message))
    worker.on('error', error => this.#log.error({ err: error }, 'the thread of ONVIF failed'))
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
      for (const id of this.#waiting.keys())
        this.#hear({ id, step: 'onvif', fault: 'unreachable', detail: undefined })
    })
    return worker
  }

  #hear(message: FromOnvif): void {
    const waiting = this.#waiting.get(message.id)
    if (!waiting) return
    this.#waiting.delete(message.id)
    clearTimeout(waiting.late)
    if ('answer' in message) waiting.resolve(message.answer)
    else waiting.reject(new MediaError(message.step, message.fault, message.detail))
  }
}
