import { isDeviceId } from './device-ids.ts'
import { answeredIn, challengeOf, isRightAnswer, Nonces } from './digest.ts'
import type { Answer } from './sip-exchange.ts'
import { isSamePeer } from './sip-exchange.ts'
import { headerOf, parameterOf, type SipPeer, type SipRequest, userOf } from './sip-message.ts'

/** s */
const EXPIRES = 3_600
const EXPIRES_LEAST = 60
const EXPIRES_MOST = 86_400
/** Wrong passwords from one address until they are not looked at, and for how long; others are not kept out by it. ms */
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
  /** It has signed in again, as it does from time to time, or has said that it is alive. */
  keptAlive(session: Session): void
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
      this.#isLeftAlone(deviceId, from)
    )
      return this.#challenge(deviceId)
    const password = await passwordOf(deviceId)
    if (password === undefined) return this.#challenge(deviceId)
    if (!isRightAnswer(answered, 'REGISTER', password)) {
      this.#noteWrong(deviceId, from)
      this.#options.refused(deviceId)
      return this.#challenge(deviceId)
    }
    this.#wrong.delete(whoOf(deviceId, from))
    const said = parameterOf(headerOf(request, 'contact'), 'expires') || headerOf(request, 'expires')
    const expires = /^\d{1,9}$/.test(said) ? Number(said) : EXPIRES
    const headers = [['Date', this.#options.date()] as const]
    if (expires === 0) {
      this.forget(deviceId)
      return { status: 200, headers }
    }
    const seconds = Math.min(Math.max(expires, EXPIRES_LEAST), EXPIRES_MOST)
    const now = this.#now()
    const before = this.#sessions.get(deviceId)
    const isRenewed = before !== undefined && isSamePeer(before.peer, from)
    const registeredAt = isRenewed ? before.registeredAt : now
    const session = { deviceId, peer: from, registeredAt, until: now + seconds * 1_000, heardAt: now }
    this.#sessions.set(deviceId, session)
    if (isRenewed) this.#options.keptAlive(session)
    else this.#options.registered(session)
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
    for (const { deviceId, peer } of this.#sessions.values())
      if (peer.transport === 'tcp' && isSamePeer(peer, from)) this.forget(deviceId)
  }

  /** Ends the sessions that were silent for too long, or ran out. */
  sweep(): void {
    const now = this.#now()
    for (const { deviceId, heardAt, until } of this.#sessions.values())
      if (now - heardAt > this.#options.silentMs || now > until) this.forget(deviceId)
  }

  #challenge(deviceId: string): Answer {
    const challenge = challengeOf(this.#options.realm, this.#nonces.make(deviceId))
    return { status: 401, headers: [['WWW-Authenticate', challenge]] }
  }

  #isLeftAlone(deviceId: string, from: SipPeer): boolean {
    const who = whoOf(deviceId, from)
    const wrong = this.#wrong.get(who)
    if (!wrong || wrong.count < WRONG_MOST) return false
    if (this.#now() - wrong.at < LEFT_ALONE_MS) return true
    this.#wrong.delete(who)
    return false
  }

  #noteWrong(deviceId: string, from: SipPeer): void {
    const who = whoOf(deviceId, from)
    const count = (this.#wrong.get(who)?.count ?? 0) + 1
    this.#wrong.set(who, { count, at: this.#now() })
    const [oldest] = this.#wrong.size > WRONG_KEPT ? this.#wrong.keys() : []
    if (oldest !== undefined) this.#wrong.delete(oldest)
  }
}

const whoOf = (deviceId: string, { ip }: SipPeer): string => `${deviceId} ${ip}`
