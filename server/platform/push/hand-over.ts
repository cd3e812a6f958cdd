import { type Agent, request } from 'node:https'
import webPush, { type RequestDetails } from 'web-push'
import type { PushContent } from '#shared/push-content.ts'
import type { VapidKeys } from '../secrets/vapid.ts'

export interface Browser {
  endpoint: string
  p256dh: string
  auth: string
}

/** A slower push service is tried again later. ms */
const LONGEST_MS = 10_000

/** A push service's answer. */
export interface Answer {
  status: number
  /** How long it asks to be left alone. s */
  retryAfterS: number
}

interface Sending {
  keys: VapidKeys
  ttlS: number
  agent: Agent
  signal: AbortSignal
  longestMs?: number | undefined
}

/**
 * Hands a push, encrypted for the browser, to its push service. A redirect is just an answer. Only the status is read: the
 * user who subscribed chose who answers. Rejects if nobody answers.
 */
export function handOver(
  { endpoint, p256dh, auth }: Browser,
  content: PushContent,
  { keys, ttlS, agent, signal, longestMs = LONGEST_MS }: Sending,
): Promise<Answer> {
  const details: RequestDetails = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(content),
    {
      vapidDetails: keys,
      TTL: ttlS,
      urgency: content.isGrave ? 'high' : 'normal',
      // A repeat replaces the copy the service still holds, as its tag does on the screen.
      topic: content.tag,
    },
  )
  return new Promise((resolve, reject) => {
    const { method, headers, body } = details
    const limit = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
    const sent = request(endpoint, { method, headers, agent, signal: limit }, answer => {
      const retryAfterS = Number(answer.headers['retry-after'])
      resolve({
        status: answer.statusCode ?? 0,
        retryAfterS: Number.isFinite(retryAfterS) ? Math.max(0, retryAfterS) : 0,
      })
      // A short body is read so that the connection can be reused.
      let left = 4_096
      answer.on('data', (chunk: Buffer) => {
        left -= chunk.length
        if (left < 0) answer.destroy()
      })
      answer.on('error', () => {})
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
