import { Agent } from 'node:http'
import type { Duplex } from 'node:stream'
import { type DialRules, dialJudged, judgeCamera } from '../../platform/network/dial-camera.ts'
import { NotOutside } from '../../platform/network/outside.ts'
import { MediaError, type MediaSource } from '../media-types.ts'

/** Most that a camera may answer at once: the profiles of a recorder with 64 pictures are a quarter of it. Bytes */
const ANSWER_MOST = 1024 * 1024
/** For one question, from dialling to the last byte. ms */
const QUESTION_MS = 6_000

/**
 * Connects a library's requests by HTTP as the guarded dialler does: it judges every address a name leads to, and connects
 * to the very one that it judged. Each request has a connection of its own, which ends with it.
 */
export class CameraAgent extends Agent {
  readonly #network: MediaSource['network']
  #rules: DialRules
  #fault: MediaError | undefined

  constructor(network: MediaSource['network'], rules: DialRules) {
    super({ keepAlive: false })
    this.#network = network
    this.#rules = rules
  }

  /** What may be dialled can change while a camera is known. */
  set rules(rules: DialRules) {
    this.#rules = rules
    this.#fault = undefined
  }

  /** Why no connection came about; undefined while they do. */
  get fault(): MediaError | undefined {
    return this.#fault
  }

  override createConnection(
    ...[options, done]: Parameters<Agent['createConnection']>
  ): Duplex | null | undefined {
    const { host, port } = options as { host?: string | null; port?: number | string | null }
    this.#connect(host ?? '', Number(port ?? 80)).then(
      socket => done?.(null, socket),
      (error: MediaError) => {
        this.#fault = error
        done?.(error, null as never)
      },
    )
    return undefined
  }

  async #connect(host: string, port: number): Promise<Duplex> {
    const judged = await judgeCamera({ host, port, network: this.#network }, this.#rules).catch(error => {
      throw new MediaError('address', error instanceof NotOutside ? 'refusedAddress' : 'unreachable')
    })
    const socket = await dialJudged(judged, AbortSignal.timeout(QUESTION_MS)).catch(() => {
      throw new MediaError('connect', 'unreachable')
    })
    const late = setTimeout(() => socket.destroy(new Error('the answer is late')), QUESTION_MS)
    socket.once('close', () => clearTimeout(late))
    socket.on('data', () => {
      if (socket.bytesRead > ANSWER_MOST) socket.destroy(new Error('the answer is too long'))
    })
    return socket
  }
}
