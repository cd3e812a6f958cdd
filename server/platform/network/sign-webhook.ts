import { createHmac } from 'node:crypto'

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
