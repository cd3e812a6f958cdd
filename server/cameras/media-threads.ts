import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { MediaFault } from '#shared/live-pictures.ts'
import type { GuardedDial } from '../platform/network/dial-camera.ts'
import type { FromThread, ToThread } from './engine-messages.ts'
import type { Means } from './gb28181/receive.ts'
import { MediaError, type MediaSource, type Probe, type ProbeDepth } from './media-types.ts'
import { bytes, fragments } from './metrics.ts'
import type { Locate } from './play.ts'
import type { TrackInit } from './track.ts'

const PROGRAM = new URL('./media.worker.ts', import.meta.url)

/** What a pull tells. */
export interface PullEvents {
  init(track: TrackInit): void
  fragment(data: Uint8Array, isKey: boolean): void
  interrupted(fault: MediaFault): void
  /** The pull is over. */
  fault(fault: MediaFault): void
}

interface Thread {
  worker: Worker
  pulls: Map<number, PullEvents>
  probes: Map<number, (probe: Probe) => void>
}

/** The threads that talk to cameras, started when they are needed: what they read never holds up anything else. */
export class MediaThreads {
  readonly #dial: GuardedDial
  readonly #log: Pick<FastifyBaseLogger, 'error'>
  readonly #most: number
  readonly #gb: Means | undefined
  readonly #locate: Locate | undefined
  #threads: Thread[] = []
  #lastId = 0

  constructor(
    dial: GuardedDial,
    log: Pick<FastifyBaseLogger, 'error'>,
    most: number,
    { gb, locate }: { gb?: Means | undefined; locate?: Locate | undefined } = {},
  ) {
    this.#gb = gb
    this.#locate = locate
    this.#dial = dial
    this.#log = log
    this.#most = most
  }

  /** Starts a pull; the returned function stops it, and nothing is told afterwards. */
  pull(source: MediaSource, events: PullEvents): () => void {
    const thread = this.#least()
    const id = ++this.#lastId
    thread.pulls.set(id, events)
    this.#tell(thread, { type: 'pull', id, source, ...this.#reach() })
    return () => {
      if (thread.pulls.delete(id)) this.#tell(thread, { type: 'stop', id })
    }
  }

  probe(source: MediaSource, signal?: AbortSignal, depth: ProbeDepth = 'pictured'): Promise<Probe> {
    const thread = this.#least()
    const id = ++this.#lastId
    return new Promise(resolve => {
      const stop = () => this.#tell(thread, { type: 'stop', id })
      thread.probes.set(id, probe => {
        signal?.removeEventListener('abort', stop)
        resolve(probe)
      })
      this.#tell(thread, { type: 'probe', id, source, depth, ...this.#reach() })
      signal?.addEventListener('abort', stop)
      if (signal?.aborted) stop()
    })
  }

  async close(): Promise<void> {
    const all = this.#threads
    this.#threads = []
    await Promise.all(all.map(({ worker }) => worker.terminate()))
  }

  #reach() {
    return { rules: this.#dial.rules(), door: this.#gb?.door }
  }

  /** Calls a device for a thread. */
  #invite(thread: Thread, { id, offer }: Extract<FromThread, { type: 'invite' }>): void {
    const ended = () => this.#tell(thread, { type: 'callEnded', id })
    const inviting = this.#gb
      ? this.#gb.invite(offer, ended)
      : Promise.reject(new MediaError('register', 'notRegistered'))
    inviting.then(
      ({ callId, answer }) => this.#tell(thread, { type: 'invited', id, callId, answer }),
      error => {
        const { step, fault, detail } =
          error instanceof MediaError ? error : new MediaError('invite', 'unreachable')
        this.#tell(thread, { type: 'declined', id, step, fault, detail })
      },
    )
  }

  /** Asks a camera of ONVIF for a thread. */
  #find(thread: Thread, { id, source }: Extract<FromThread, { type: 'locate' }>): void {
    const asking = this.#locate?.(source) ?? Promise.reject(new MediaError('onvif', 'unreachable'))
    asking.then(
      url => this.#tell(thread, { type: 'located', id, url }),
      error => {
        const { step, fault, detail } =
          error instanceof MediaError ? error : new MediaError('onvif', 'unreachable')
        this.#tell(thread, { type: 'notLocated', id, step, fault, detail })
      },
    )
  }

  #tell({ worker }: Thread, message: ToThread): void {
    worker.postMessage(message)
  }

  /** The thread with the fewest pulls. */
  #least(): Thread {
    if (this.#threads.length < this.#most) {
      const begun = this.#start()
      this.#threads.push(begun)
      return begun
    }
    return this.#threads.reduce((least, each) => (each.pulls.size < least.pulls.size ? each : least))
  }

  #start(): Thread {
    const worker = new Worker(PROGRAM, { execArgv: [] })
    const thread: Thread = { worker, pulls: new Map(), probes: new Map() }
    worker.unref()
    worker.on('message', (message: FromThread) => this.#hear(thread, message))
    worker.on('error', error => this.#log.error({ err: error }, 'the thread of the cameras failed'))
    worker.on('exit', () => {
      this.#threads = this.#threads.filter(each => each !== thread)
      // From a copy: whoever is told may stop a pull.
      for (const events of Array.from(thread.pulls.values())) events.fault('unreachable')
      for (const told of thread.probes.values())
        told({ reached: false, steps: [{ step: 'address', ok: false, fault: 'unreachable' }] })
    })
    return thread
  }

  #hear(thread: Thread, message: FromThread): void {
    if (message.type === 'probed') {
      thread.probes.get(message.id)?.(message.probe)
      thread.probes.delete(message.id)
      return
    }
    if (message.type === 'invite') {
      this.#invite(thread, message)
      return
    }
    if (message.type === 'locate') {
      this.#find(thread, message)
      return
    }
    if (message.type === 'hangUp') {
      this.#gb?.hangUp(message.callId)
      return
    }
    if (message.type === 'sendsAs') {
      this.#gb?.sendsAs(message.callId, message.ssrc)
      return
    }
    const events = thread.pulls.get(message.id)
    if (!events) return
    switch (message.type) {
      case 'init':
        events.init(message.track)
        return
      case 'fragment':
        fragments.inc()
        bytes.inc(message.data.length)
        events.fragment(message.data, message.isKey)
        return
      case 'interrupted':
        events.interrupted(message.fault)
        return
      case 'fault':
        thread.pulls.delete(message.id)
        events.fault(message.fault)
        return
    }
  }
}
