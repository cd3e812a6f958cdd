import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A nonce answers one request, soon. ms */
const NONCE_MS = 60_000
const TIME_BYTES = 6
const CHANCE_BYTES = 10
const MAC_BYTES = 16
/** Used nonces remembered; there are only as many as devices sign in within a minute. */
const USED_MOST = 100_000

const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex')

/** What a device says of itself in Authorization. */
export interface Answered {
  username: string
  realm: string
  nonce: string
  uri: string
  response: string
  algorithm: string
  qop: string
  nc: string
  cnonce: string
}

/** Takes an Authorization header apart; undefined if it is no Digest, or has something twice. */
export function answeredIn(header: string): Answered | undefined {
  if (!/^Digest\s/i.test(header)) return undefined
  const found = new Map<string, string>()
  for (const [, name = '', quoted, plain] of header
    .slice(7)
    .matchAll(/([A-Za-z]+)\s*=\s*(?:"([^"]{0,512})"|([^\s,"]{1,512}))/g)) {
    if (found.has(name.toLowerCase())) return undefined
    found.set(name.toLowerCase(), quoted ?? plain ?? '')
  }
  const said = (name: string) => found.get(name) ?? ''
  return {
    username: said('username'),
    realm: said('realm'),
    nonce: said('nonce'),
    uri: said('uri'),
    response: said('response').toLowerCase(),
    algorithm: said('algorithm'),
    qop: said('qop'),
    nc: said('nc'),
    cnonce: said('cnonce'),
  }
}

/**
 * Nonces of our own: nobody else can make one, each is good for one device, one minute and one sign-in, and none is kept until
 * it was used, so that strangers cannot fill the memory.
 */
export class Nonces {
  readonly #key = randomBytes(32)
  readonly #used = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  make(deviceId: string): string {
    const head = Buffer.alloc(TIME_BYTES + CHANCE_BYTES)
    head.writeUIntBE(this.#now(), 0, TIME_BYTES)
    randomBytes(CHANCE_BYTES).copy(head, TIME_BYTES)
    return Buffer.concat([head, this.#mac(head, deviceId)]).toString('hex')
  }

  /** Takes a nonce, once: false if it is not ours, too old, another device's, or was taken before. */
  take(nonce: string, deviceId: string): boolean {
    if (!/^[0-9a-f]{64}$/.test(nonce)) return false
    const bytes = Buffer.from(nonce, 'hex')
    const head = bytes.subarray(0, TIME_BYTES + CHANCE_BYTES)
    const mac = bytes.subarray(TIME_BYTES + CHANCE_BYTES)
    if (mac.length !== MAC_BYTES || !timingSafeEqual(mac, this.#mac(head, deviceId))) return false
    const now = this.#now()
    const age = now - head.readUIntBE(0, TIME_BYTES)
    if (age < 0 || age > NONCE_MS || this.#used.has(nonce)) return false
    for (const [each, at] of this.#used) {
      if (now - at <= NONCE_MS && this.#used.size < USED_MOST) break
      this.#used.delete(each)
    }
    this.#used.set(nonce, now)
    return true
  }

  #mac(head: Buffer, deviceId: string): Buffer {
    return createHmac('sha256', this.#key).update(head).update(deviceId).digest().subarray(0, MAC_BYTES)
  }
}

/** The challenge to a device that wants to sign in. MD5 without more is what all devices of GB/T 28181-2016 know. */
export const challengeOf = (realm: string, nonce: string): string =>
  `Digest realm="${realm}", nonce="${nonce}", algorithm=MD5`

/** Whether an answer was made with the password (RFC 2617, with and without qop). */
export function isRightAnswer(answered: Answered, method: string, password: string): boolean {
  const { username, realm, nonce, uri, algorithm, qop, nc, cnonce } = answered
  if (algorithm !== '' && algorithm.toUpperCase() !== 'MD5') return false
  if (qop !== '' && qop !== 'auth') return false
  const who = md5(`${username}:${realm}:${password}`)
  const what = md5(`${method}:${uri}`)
  const right = md5(qop === '' ? `${who}:${nonce}:${what}` : `${who}:${nonce}:${nc}:${cnonce}:${qop}:${what}`)
  return (
    /^[0-9a-f]{32}$/.test(answered.response) &&
    timingSafeEqual(Buffer.from(right), Buffer.from(answered.response))
  )
}
