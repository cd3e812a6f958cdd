import { isDeviceId } from './device-ids.ts'
import { answeredIn, challengeOf, isRightAnswer, Nonces } from './digest.ts'
import type { Answer } from './sip-exchange.ts'
import { isSamePeer } from './sip-exchange.ts'
import { headerOf, parameterOf, type SipPeer, type SipRequest, userOf } from './sip-message.ts'

/** s */
const EXPIRES = 3_600
const EXPIRES_LEAST = 60
const EXPIRES_MOST = 86_400
/** Wrong passwords of a device until it is left alone, and for how long. ms */
const WRONG_MOST = 5
const LEFT_ALONE_MS = 60_000
const WRONG_KEPT = 10_000

/** A device that has signed in. */
export interface Session {
  deviceId: string
  peer: SipPeer
  /** ms */
  registeredAt: number
  until: number
  heardAt: number
}

export interface RegistrarEvents {
  /** The password of a device that is known and switched on. */
  passwordOf(deviceId: string): Promise<string | undefined>
  registered(session: Session): void
  /** The device is known; its answer was made with another password. */
  refused(deviceId: string): void
  gone(session: Session): void
}

interface Options extends RegistrarEvents {
  /** The server's domain. */
  realm: string
  /** The server's time as devices want it. */
  date(): string
  /** A device is lost when it has said nothing for so long. ms */
  silentMs: number
  now?: () => number
}

/** Who has signed in: with an answer to a challenge of ours, each time, and until nothing is heard any more. */
export class Registrar {
  readonly #options: Options
  readonly #nonces: Nonces
  readonly #now: () => number
  readonly #sessions = new Map<string, Session>()
  readonly #wrong = new Map<string, { count: number; at: number }>()

  constructor(options: Options) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#nonces = new Nonces(this.#now)
  }

  get(deviceId: string): Session | undefined {
    return this.#sessions.get(deviceId)
  }

  /** The session that a message belongs to: only what comes from where the device signed in is its own. */
  of(request: SipRequest, from: SipPeer): Session | undefined {
    const session = this.#sessions.get(userOf(headerOf(request, 'from')))
    return session && isSamePeer(session.peer, from) ? session : undefined
  }

  /** An unknown device, a wrong password and a used nonce are told the same: to sign in. */
  async register(request: SipRequest, from: SipPeer): Promise<Answer> {
    const deviceId = userOf(headerOf(request, 'from'))
    if (!isDeviceId(deviceId)) return { status: 403 }
    const answered = answeredIn(headerOf(request, 'authorization'))
    const { realm, passwordOf } = this.#options
    if (
      !answered ||
      answered.username !== deviceId ||
      answered.realm !== realm ||
      !this.#nonces.take(answered.nonce, deviceId) ||
      this.#isLeftAlone(deviceId)
    )
      return this.#challenge(deviceId)
    const password = await passwordOf(deviceId)
    if (password === undefined) return this.#challenge(deviceId)
    if (!isRightAnswer(answered, 'REGISTER', password)) {
      this.#noteWrong(deviceId)
      this.#options.refused(deviceId)
      return this.#challenge(deviceId)
    }
    this.#wrong.delete(deviceId)
    const said = parameterOf(headerOf(request, 'contact'), 'expires') || headerOf(request, 'expires')
    const expires = /^\d{1,9}$/.test(said) ? Number(said) : EXPIRES
    const headers = [['Date', this.#options.date()] as const]
    if (expires === 0) {
      this.forget(deviceId)
      return { status: 200, headers }
    }
    const seconds = Math.min(Math.max(expires, EXPIRES_LEAST), EXPIRES_MOST)
    const now = this.#now()
    const session = {
      deviceId,
      peer: from,
      registeredAt: now,
      until: now + seconds * 1_000,
      heardAt: now,
    }
    this.#sessions.set(deviceId, session)
    this.#options.registered(session)
    return { status: 200, headers: [...headers, ['Expires', String(seconds)]] }
  }

  heard(session: Session): void {
    session.heardAt = this.#now()
  }

  /** Ends a session: signed out, removed or switched off. */
  forget(deviceId: string): void {
    const session = this.#sessions.get(deviceId)
    if (session && this.#sessions.delete(deviceId)) this.#options.gone(session)
  }

  /** The connection of a device is closed. */
  left(from: SipPeer): void {
    for (const { deviceId, peer } of [...this.#sessions.values()])
      if (peer.transport === 'tcp' && isSamePeer(peer, from)) this.forget(deviceId)
  }

  /** Ends the sessions that were silent for too long, or ran out. */
  sweep(): void {
    const now = this.#now()
    for (const { deviceId, heardAt, until } of [...this.#sessions.values()])
      if (now - heardAt > this.#options.silentMs || now > until) this.forget(deviceId)
  }

  #challenge(deviceId: string): Answer {
    const challenge = challengeOf(this.#options.realm, this.#nonces.make(deviceId))
    return { status: 401, headers: [['WWW-Authenticate', challenge]] }
  }

  #isLeftAlone(deviceId: string): boolean {
    const wrong = this.#wrong.get(deviceId)
    if (!wrong || wrong.count < WRONG_MOST) return false
    if (this.#now() - wrong.at < LEFT_ALONE_MS) return true
    this.#wrong.delete(deviceId)
    return false
  }

  #noteWrong(deviceId: string): void {
    const count = (this.#wrong.get(deviceId)?.count ?? 0) + 1
    this.#wrong.set(deviceId, { count, at: this.#now() })
    const [oldest] = this.#wrong.size > WRONG_KEPT ? this.#wrong.keys() : []
    if (oldest !== undefined) this.#wrong.delete(oldest)
  }
}
