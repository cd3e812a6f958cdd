import { randomBytes } from 'node:crypto'
import {
  answerTo,
  cseqOf,
  headerOf,
  headersOf,
  parameterOf,
  type SipHeader,
  type SipMessage,
  type SipPeer,
  type SipRequest,
  type SipResponse,
  writeSip,
} from './sip-message.ts'
import { SipTransport, type SipTransportOptions } from './sip-transport.ts'

/** RFC 3261, 17: the first repetition over UDP, the longest pause, and when an answer is not expected any more. ms */
const REPEAT_MS = 500
const REPEAT_MOST_MS = 4_000
const ANSWER_MS = 8_000
/** A device may take long to open its camera. ms */
const INVITED_MS = 15_000
/** How long a repeated request gets the answer of the first. ms */
const REMEMBERED_MS = 32_000
const REMEMBERED_MOST = 20_000

/** A request and how it ended. */
export interface Asked {
  request: { callId: string; from: string; cseq: number; uri: string; branch: string }
  response: SipResponse
}

export interface SipAsk {
  peer: SipPeer
  method: string
  uri: string
  /** From and To with their tags. */
  from: string
  to: string
  callId: string
  cseq: number
  headers?: readonly SipHeader[]
  body?: Buffer
}

interface Waiting {
  response(response: SipResponse): void
  failed(): void
  peer: SipPeer
}

/** What is done with a request; the answer is sent and, when it is asked again, repeated. */
export interface Answer {
  status: number
  headers?: readonly SipHeader[]
}

interface Options extends Omit<SipTransportOptions, 'heard'> {
  /** Where devices reach this server. */
  address: string
  answer(request: SipRequest, from: SipPeer): Promise<Answer | undefined>
  /** A final answer that nobody waits for any more: the acknowledgement was lost. */
  late(response: SipResponse): void
}

/** Questions and answers: repeats what is lost over UDP, and does nothing twice (RFC 3261, 17). */
export class SipExchange {
  readonly #options: Options
  readonly #transport: SipTransport
  readonly #waiting = new Map<string, Waiting>()
  readonly #answered = new Map<string, { at: number; bytes: Buffer | undefined }>()

  constructor(options: Options) {
    this.#options = options
    this.#transport = new SipTransport({
      ...options,
      heard: (message, from) => this.#hear(message, from),
      left: from => {
        for (const [, waiting] of this.#waiting) if (isSamePeer(waiting.peer, from)) waiting.failed()
        options.left(from)
      },
    })
  }

  get port(): number {
    return this.#transport.port
  }

  start(): Promise<void> {
    return this.#transport.start()
  }

  stop(): Promise<void> {
    for (const waiting of this.#waiting.values()) waiting.failed()
    return this.#transport.stop()
  }

  /** Asks a device; undefined if it does not answer. */
  ask(asked: SipAsk): Promise<Asked | undefined> {
    const branch = `z9hG4bK${randomBytes(8).toString('hex')}`
    const bytes = this.#write(asked, branch)
    const { peer, method, callId, from, cseq, uri } = asked
    return new Promise(resolve => {
      const end = (response: SipResponse | undefined) => {
        clearTimeout(repeat)
        clearTimeout(late)
        this.#waiting.delete(branch)
        resolve(response && { request: { callId, from, cseq, uri, branch }, response })
      }
      let pause = REPEAT_MS
      let repeat: NodeJS.Timeout | undefined
      const again = () => {
        this.#transport.send(peer, bytes)
        repeat = setTimeout(again, pause)
        pause = Math.min(pause * 2, REPEAT_MOST_MS)
      }
      const late = setTimeout(() => end(undefined), method === 'INVITE' ? INVITED_MS : ANSWER_MS)
      this.#waiting.set(branch, {
        peer,
        failed: () => end(undefined),
        response: response => {
          clearTimeout(repeat)
          if (response.status >= 200) end(response)
        },
      })
      if (!this.#transport.send(peer, bytes)) return end(undefined)
      if (peer.transport === 'udp') repeat = setTimeout(again, pause)
    })
  }

  /** Sends what is not answered: ACK, in the transaction of its INVITE if that was refused. */
  tell(told: SipAsk, branch = `z9hG4bK${randomBytes(8).toString('hex')}`): void {
    this.#transport.send(told.peer, this.#write(told, branch))
  }

  #write({ peer, method, uri, from, to, callId, cseq, headers = [], body }: SipAsk, branch: string): Buffer {
    const { address } = this.#options
    const all: SipHeader[] = [
      ['Via', `SIP/2.0/${peer.transport.toUpperCase()} ${address}:${this.port};rport;branch=${branch}`],
      ['From', from],
      ['To', to],
      ['Call-ID', callId],
      ['CSeq', `${cseq} ${method}`],
      ['Max-Forwards', '70'],
      ['User-Agent', 'Smart Farm'],
      ...headers,
    ]
    return writeSip(`${method} ${uri} SIP/2.0`, all, body)
  }

  #hear(message: SipMessage, from: SipPeer): void {
    if (message.status === undefined) this.#hearRequest(message as SipRequest, from)
    else this.#hearResponse(message as SipResponse, from)
  }

  #hearRequest(request: SipRequest, from: SipPeer): void {
    if (request.method === 'ACK') return
    const key = keyOf(request, from)
    const before = this.#answered.get(key)
    if (before) {
      if (before.bytes) this.#transport.send(from, before.bytes)
      return
    }
    this.#remember(key)
    const tag = randomBytes(6).toString('hex')
    void this.#options.answer(request, from).then(answer => {
      if (!answer) return
      const bytes = answerTo(request, answer.status, from, answer.headers, tag)
      this.#answered.set(key, { at: performance.now(), bytes })
      this.#transport.send(from, bytes)
    })
  }

  #hearResponse(response: SipResponse, from: SipPeer): void {
    const waiting = this.#waiting.get(parameterOf(headerOf(response, 'via'), 'branch') ?? '')
    if (!waiting) this.#options.late(response)
    else if (isSamePeer(waiting.peer, from)) waiting.response(response)
  }

  #remember(key: string): void {
    const now = performance.now()
    for (const [each, { at }] of this.#answered) {
      if (now - at < REMEMBERED_MS && this.#answered.size < REMEMBERED_MOST) break
      this.#answered.delete(each)
    }
    this.#answered.set(key, { at: now, bytes: undefined })
  }
}

export const isSamePeer = (a: SipPeer, b: SipPeer): boolean =>
  a.transport === b.transport && a.ip === b.ip && a.port === b.port

/** Simple devices give every request the same branch. */
const keyOf = (request: SipRequest, { transport, ip, port }: SipPeer): string =>
  [
    transport,
    ip,
    port,
    request.method,
    cseqOf(request)?.number,
    headerOf(request, 'call-id'),
    parameterOf(headersOf(request, 'via')[0] ?? '', 'branch'),
  ].join(' ')
