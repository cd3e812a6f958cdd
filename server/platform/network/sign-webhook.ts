import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Headers that prove to a receiver that a message is ours, unaltered and not an old one: those of Standard Webhooks
 * (standardwebhooks.com). A repeat has the same id. `at` is the time of the try, ms.
 */
export function signedHeaders(
  body: string,
  { id, secret, at }: { id: string; secret: string | Buffer; at: number },
): Record<string, string> {
  const seconds = String(Math.floor(at / 1_000))
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}

/** A message signed longer ago may be one that somebody copied. s */
const FRESH_S = 300

/** Whether a message was signed with this secret, unaltered and just now; `now` in ms. Of several signatures one must be right. */
export function isSignedBy(
  body: string,
  headers: IncomingHttpHeaders,
  secret: string | Buffer,
  now: number,
): boolean {
  const [id, at, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name =>
    String(headers[name] ?? ''),
  ) as [string, string, string]
  if (id === '' || !(Math.abs(now / 1_000 - Number(at || Number.NaN)) <= FRESH_S)) return false
  const right = Buffer.from(
    `v1,${createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64')}`,
  )
  return given.split(' ').some(each => {
    const tried = Buffer.from(each)
    return tried.length === right.length && timingSafeEqual(tried, right)
  })
}
