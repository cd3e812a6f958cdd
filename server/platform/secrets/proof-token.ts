import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { ProvenWay } from '#shared/alarm-ways.ts'

/** What a message carries to prove that it arrived; sent back by whoever has it. */
interface Proof {
  way: Exclude<ProvenWay, 'call'>
  accountId: string
  /** When it was sent, ms since 1970: it proves the way of then, however late or often it is shown. */
  at: number
}

const KEY_BYTES = 32
const keyOf = (appSecret: string) =>
  Buffer.from(hkdfSync('sha256', appSecret, '', 'smart farm proof of a way v1', KEY_BYTES))
const sign = (appSecret: string, said: string) =>
  createHmac('sha256', keyOf(appSecret)).update(said).digest('base64url')

/** A proof as a word that fits into a link; it opens nothing. */
export function proofToken(appSecret: string, { way, accountId, at }: Proof): string {
  const said = `${way}.${accountId}.${at.toString(36)}`
  return `${said}.${sign(appSecret, said)}`
}

/** What a proof says; null if we did not sign it. */
export function readProof(appSecret: string, token: string): Proof | null {
  const [, said = '', way = '', accountId = '', at = '', signature = ''] =
    /^((mail|push)\.(\w+)\.([0-9a-z]+))\.([\w-]+)$/.exec(token) ?? []
  const right = Buffer.from(sign(appSecret, said))
  const given = Buffer.from(signature)
  if (said === '' || given.length !== right.length || !timingSafeEqual(given, right)) return null
  return { way: way as Proof['way'], accountId, at: Number.parseInt(at, 36) }
}
