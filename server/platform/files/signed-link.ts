import { createHmac, timingSafeEqual } from 'node:crypto'
import { FILE_LINK_MS } from '#shared/limits.ts'

const signature = (appSecret: string, id: string, until: string, account: string): string =>
  createHmac('sha256', appSecret)
    .update(`file ${id} until ${until}${account && ` for ${account}`}`)
    .digest('base64url')

/** The address of a file for the next ten minutes. Hand it out only in an answer whose reader may read the file. */
export function linkTo(appSecret: string, id: string, now = Date.now()): string {
  const until = String(now + FILE_LINK_MS)
  return `/files/${id}?e=${until}&s=${signature(appSecret, id, until, '')}`
}

/** The same for one account: it opens the file only while that account may see it. */
export function linkFor(appSecret: string, id: string, account: string, now = Date.now()): string {
  const until = String(now + FILE_LINK_MS)
  return `/files/${id}?a=${account}&e=${until}&s=${signature(appSecret, id, until, account)}`
}

/** Whether we signed this address for this file, and it has not expired. */
export function isSigned(
  appSecret: string,
  { id, a, e, s }: { id: string; a: string; e: string; s: string },
  now = Date.now(),
): boolean {
  const expected = Buffer.from(signature(appSecret, id, e, a))
  const given = Buffer.from(s)
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(e) > now
}
