import { createHash, randomBytes } from 'node:crypto'

interface Credentials {
  username: string
  password: string
}

interface Asked {
  method: string
  uri: string
}

/** Makes the Authorization header of requests after a camera has asked for one. */
export type SignIn = (asked: Asked) => string

/**
 * How to answer a camera's challenges: Digest (RFC 2069, 2617, 7616) before Basic, since Basic sends the password as it is.
 * Undefined if it asks for neither.
 */
export function signInBy(
  challenges: readonly string[],
  { username, password }: Credentials,
): SignIn | undefined {
  const offered = challenges.map(parsed)
  const digests = offered.filter(({ scheme }) => scheme === 'digest')
  const digest =
    digests.find(({ values }) => hashNameOf(values) === 'sha256') ??
    digests.find(({ values }) => hashNameOf(values) !== undefined)
  if (digest) return digestOf(digest.values, { username, password })
  if (!offered.some(({ scheme }) => scheme === 'basic')) return undefined
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  return () => basic
}

function parsed(challenge: string) {
  const scheme = /^\s*(\w+)/.exec(challenge)?.[1]?.toLowerCase() ?? ''
  const values = new Map<string, string>()
  for (const [, name = '', quoted, plain] of challenge.matchAll(/(\w+)\s*=\s*(?:"([^"]*)"|([^\s,]+))/g))
    values.set(name.toLowerCase(), quoted ?? plain ?? '')
  return { scheme, values }
}

function hashNameOf(values: ReadonlyMap<string, string>): 'md5' | 'sha256' | undefined {
  const name = values.get('algorithm')?.toUpperCase() ?? 'MD5'
  if (name === 'MD5') return 'md5'
  return name === 'SHA-256' ? 'sha256' : undefined
}

function digestOf(values: ReadonlyMap<string, string>, { username, password }: Credentials): SignIn {
  const hashName = hashNameOf(values) ?? 'md5'
  const hash = (text: string) => createHash(hashName).update(text).digest('hex')
  const [realm, nonce, opaque] = [values.get('realm') ?? '', values.get('nonce') ?? '', values.get('opaque')]
  const hasQop =
    values
      .get('qop')
      ?.split(',')
      .some(each => each.trim() === 'auth') ?? false
  const algorithm = values.get('algorithm')
  const who = hash(`${username}:${realm}:${password}`)
  let count = 0
  return ({ method, uri }) => {
    const what = hash(`${method}:${uri}`)
    count += 1
    const nc = count.toString(16).padStart(8, '0')
    const cnonce = randomBytes(8).toString('hex')
    const answer = hash(hasQop ? `${who}:${nonce}:${nc}:${cnonce}:auth:${what}` : `${who}:${nonce}:${what}`)
    const parts = [
      `username="${username.replace(/["\\]/g, '\\$&')}"`,
      `realm="${realm}"`,
      `nonce="${nonce}"`,
      `uri="${uri}"`,
      `response="${answer}"`,
      ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
      ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
      ...(hasQop ? ['qop=auth', `nc=${nc}`, `cnonce="${cnonce}"`] : []),
    ]
    return `Digest ${parts.join(', ')}`
  }
}
