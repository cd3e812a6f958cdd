import type { Socket } from 'node:net'
import { type DialRules, dialJudged, judgeCamera } from '../../platform/network/dial-camera.ts'
import { NotOutside } from '../../platform/network/outside.ts'
import { MediaError, type MediaSource, type ProbeStep } from '../media-types.ts'
import { controlOf, type VideoStream, videoOf } from './description.ts'
import { type RtspResponse, rtspReader } from './reader.ts'
import { type SignIn, signInBy } from './sign-in.ts'

/** For an answer of a slow camera, and for packets that should follow each other; ms. */
const ANSWER_MS = 8_000
const SILENT_MS = 10_000
/** Of a session that says nothing about it (RFC 2326, 12.37). s */
const SESSION_S = 60
const KEEP_ALIVE_MOST_MS = 25_000
const AGENT = 'Smart Farm'
const RTCP_BYE = 203

/** What a session tells while it runs. */
export interface SessionEvents {
  /** A step of the way to the picture is done. */
  reached(step: ProbeStep, detail?: string): void
  /** What is sent, before the first packet of it. */
  described(video: VideoStream): void
  /** A packet of RTP; the bytes are only valid during the call. */
  packet(data: Buffer): void
}

interface Place {
  /** Without credentials. */
  url: string
  host: string
  port: number
  username: string
  password: string
  /** What a recorder kept of this time, by its own clock. s since 1970 */
  played: MediaSource['played']
}

/** Takes credentials out of the address: it goes into requests, they do not. */
export function placeOf({ url: written, username, password, played }: MediaSource): Place {
  if (!URL.canParse(written)) throw new MediaError('address', 'refusedAddress')
  const url = new URL(written)
  if (url.protocol !== 'rtsp:' || url.hostname === '') throw new MediaError('address', 'refusedAddress')
  const own = { username: decoded(url.username), password: decoded(url.password) }
  url.username = ''
  url.password = ''
  url.hash = ''
  return {
    url: url.href,
    host: url.hostname,
    port: Number(url.port || 554),
    username: username ?? own.username,
    password: password ?? own.password,
    played,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Plays a camera's stream over one TCP connection (RFC 2326, interleaved), until `signal` aborts: then it resolves, having
 * said goodbye. Rejects with MediaError when the stream does not begin or breaks off.
 */
export async function playRtsp(
  source: MediaSource,
  rules: DialRules,
  events: SessionEvents,
  signal: AbortSignal,
): Promise<void> {
  const place = placeOf(source)
  const judged = await judgeCamera({ ...place, network: source.network }, rules).catch(error => {
    throw new MediaError('address', error instanceof NotOutside ? 'refusedAddress' : 'unreachable')
  })
  events.reached('address')
  const socket = await dialJudged(judged, signal).catch(() => {
    throw new MediaError('connect', 'unreachable')
  })
  events.reached('connect')
  const session = new RtspSession(socket, place, events)
  const onAbort = () => session.leave()
  signal.addEventListener('abort', onAbort)
  try {
    if (signal.aborted) return
    await Promise.race([session.begin(), session.broken])
    await session.broken
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
    session.leave()
  }
}

/** A time in UTC (RFC 2326, 3.7), as ONVIF's recorders are asked for it. */
const clockRange = ({ from, to }: NonNullable<MediaSource['played']>): string =>
  `clock=${[from, to].map(each => new Date(each * 1_000).toISOString().replace(/[-:]/g, '')).join('-')}`

class RtspSession {
  /** Rejects when the connection breaks off; resolves when it is left. */
  readonly broken: Promise<void>
  readonly #socket: Socket
  readonly #place: Place
  readonly #events: SessionEvents
  readonly #end = Promise.withResolvers<void>()
  readonly #answers = new Map<number, (response: RtspResponse) => void>()
  #cseq = 0
  #signIn: SignIn | undefined
  #session: string | undefined
  #base: string
  #channel = 0
  #step: ProbeStep = 'signIn'
  #timers: NodeJS.Timeout[] = []
  #isLeft = false
  #heardAt = performance.now()
  #keepAliveMethod = 'GET_PARAMETER'

  constructor(socket: Socket, place: Place, events: SessionEvents) {
    this.#socket = socket
    this.#place = place
    this.#events = events
    this.#base = place.url
    this.broken = this.#end.promise
    // Nobody may be waiting for it when it breaks.
    this.broken.catch(() => {})
    const read = rtspReader({
      response: (cseq, response) => this.#answers.get(cseq)?.(response),
      packet: (channel, data) => this.#packet(channel, data),
    })
    socket.on('data', (chunk: Buffer) => {
      try {
        read(chunk)
      } catch {
        this.#fail(new MediaError(this.#step, 'damaged'))
      }
    })
    socket.on('error', () => this.#fail(new MediaError(this.#step, 'unreachable')))
    socket.on('close', () => this.#fail(new MediaError(this.#step, 'unreachable')))
  }

  /** From the first request to the first packet. */
  async begin(): Promise<void> {
    const { url, played } = this.#place
    const replays: Record<string, string> = played ? { Require: 'onvif-replay' } : {}
    const described = await this.#request('DESCRIBE', url, { Accept: 'application/sdp' })
    this.#events.reached('signIn')
    this.#step = 'describe'
    this.#refuse(described)
    this.#base = described.headers.get('content-base') ?? described.headers.get('content-location') ?? url
    const video = videoOf(described.body)
    this.#events.reached('describe', 'H264')
    // Whoever only wanted to know that has left.
    if (this.#isLeft) return
    this.#step = 'picture'
    this.#events.described(video)
    const set = await this.#request('SETUP', controlOf(video.control, this.#base), {
      ...replays,
      Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1',
    })
    this.#refuse(set)
    this.#channel = Number(/interleaved=(\d+)/.exec(set.headers.get('transport') ?? '')?.[1] ?? 0)
    const [session = '', ...parameters] = (set.headers.get('session') ?? '').split(';')
    this.#session = session.trim()
    const seconds = Number(/timeout=(\d+)/.exec(parameters.join(';'))?.[1]) || SESSION_S
    const range = played ? clockRange(played) : 'npt=0.000-'
    // As it happened: whoever watches cannot take it faster.
    const pace = played ? { ...replays, 'Rate-Control': 'yes' } : {}
    this.#refuse(await this.#request('PLAY', this.#base, { ...pace, Range: range }))
    this.#heardAt = performance.now()
    const everyMs = Math.min((seconds * 1_000) / 2, KEEP_ALIVE_MOST_MS)
    this.#timers.push(
      setInterval(() => void this.#keepAlive(), everyMs),
      setInterval(() => this.#listen(), SILENT_MS / 4),
    )
  }

  /** Says goodbye and closes; harmless a second time. */
  leave(): void {
    this.#isLeft = true
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
    if (!this.#socket.destroyed && this.#session !== undefined) this.#send('TEARDOWN', this.#base)
    this.#session = undefined
    this.#socket.end()
    this.#socket.setTimeout(1_000, () => this.#socket.destroy())
    this.#end.resolve()
  }

  #fail(error: MediaError): void {
    this.#end.reject(error)
  }

  #packet(channel: number, data: Buffer): void {
    if (channel === this.#channel) {
      this.#heardAt = performance.now()
      this.#events.packet(data)
    } else if (channel === this.#channel + 1 && data[1] === RTCP_BYE)
      this.#fail(new MediaError('picture', 'noStream'))
  }

  #listen(): void {
    if (performance.now() - this.#heardAt > SILENT_MS) this.#fail(new MediaError('picture', 'noStream'))
  }

  /** A camera that answers pictures is alive even if it does not like the request. */
  async #keepAlive(): Promise<void> {
    try {
      const { status } = await this.#request(this.#keepAliveMethod, this.#base)
      if ([405, 501, 551].includes(status)) this.#keepAliveMethod = 'OPTIONS'
    } catch (error) {
      this.#fail(error instanceof MediaError ? error : new MediaError('picture', 'unreachable'))
    }
  }

  #refuse({ status }: RtspResponse): void {
    if (status >= 200 && status < 300) return
    throw new MediaError(this.#step, 'noStream', String(status))
  }

  /** A request and its answer; signs in when it is asked to. Rejects with MediaError if the credentials are refused. */
  async #request(method: string, uri: string, headers: Record<string, string> = {}): Promise<RtspResponse> {
    const first = await this.#ask(method, uri, headers)
    if (first.status !== 401 && first.status !== 403) return first
    const { username, password } = this.#place
    // Also with credentials: a nonce may have grown old, or be good for one request.
    this.#signIn = signInBy(first.challenges, { username, password })
    if (!this.#signIn || (username === '' && password === ''))
      throw new MediaError('signIn', 'wrongPassword', String(first.status))
    const second = await this.#ask(method, uri, headers)
    if (second.status === 401 || second.status === 403)
      throw new MediaError('signIn', 'wrongPassword', String(second.status))
    return second
  }

  #ask(method: string, uri: string, headers: Record<string, string>): Promise<RtspResponse> {
    const cseq = this.#send(method, uri, headers)
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#answers.delete(cseq)
        reject(new MediaError(this.#step, 'unreachable'))
      }, ANSWER_MS)
      this.#timers.push(late)
      this.#answers.set(cseq, response => {
        clearTimeout(late)
        this.#timers = this.#timers.filter(timer => timer !== late)
        this.#answers.delete(cseq)
        resolve(response)
      })
    })
  }

  #send(method: string, uri: string, headers: Record<string, string> = {}): number {
    this.#cseq += 1
    const authorization = this.#signIn?.({ method, uri })
    const all = {
      CSeq: String(this.#cseq),
      'User-Agent': AGENT,
      ...(this.#session && { Session: this.#session }),
      ...(authorization && { Authorization: authorization }),
      ...headers,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    this.#socket.write(`${method} ${uri} RTSP/1.0\r\n${lines.join('')}\r\n`)
    return this.#cseq
  }
}
