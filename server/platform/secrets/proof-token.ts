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

/** Whether a word was signed by us. */
function isOurs(appSecret: string, said: string, signature: string): boolean {
  const right = Buffer.from(sign(appSecret, said))
  const given = Buffer.from(signature)
  return given.length === right.length && timingSafeEqual(given, right)
}

/** What a proof says; null if we did not sign it. */
export function readProof(appSecret: string, token: string): Proof | null {
  const [, said = '', way = '', accountId = '', at = '', signature = ''] =
    /^((mail|push)\.(\w+)\.([0-9a-z]+))\.([\w-]+)$/.exec(token) ?? []
  if (said === '' || !isOurs(appSecret, said, signature)) return null
  return { way: way as Proof['way'], accountId, at: Number.parseInt(at, 36) }
}

/** The word of a mail to the installation's own mailbox that answers, sent at `at`, ms since 1970. */
export function mailboxToken(appSecret: string, at: number): string {
  const said = `mailbox.${at.toString(36)}`
  return `${said}.${sign(appSecret, said)}`
}

/** When the mail was sent whose word this is, ms since 1970; null if it is none of ours. */
export function readMailboxToken(appSecret: string, token: string): number | null {
  const [, said = '', at = '', signature = ''] = /^(mailbox\.([0-9a-z]+))\.([\w-]+)$/.exec(token) ?? []
  return said !== '' && isOurs(appSecret, said, signature) ? Number.parseInt(at, 36) : null
}
