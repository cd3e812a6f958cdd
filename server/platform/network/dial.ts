import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { mayDial, type Networks, NotOutside, type OutsideAgent } from './outside.ts'

/** Most that is read of an answer, so that its connection can be reused. Bytes */
const ANSWER_BYTES = 4_096

interface Posted {
  headers: Readonly<Record<string, string>>
  body: string
  agent: OutsideAgent
  networks: Networks
  /** Ends the try: its time is up, or the server stops. */
  signal: AbortSignal
}

/**
 * Sends JSON to an address that a user gave. The address is judged again, its name on connecting; a redirect is just an
 * answer. Only the status of the answer is passed on: the user who gave the address chose who answers. Rejects with
 * {@link NotOutside}, or if nobody answers.
 */
export function postJson(
  address: string,
  { headers, body, agent, networks, signal }: Posted,
): Promise<{ status: number }> {
  if (!mayDial(address, networks)) return Promise.reject(new NotOutside(`${address} may not be dialled`))
  const isPlain = new URL(address).protocol === 'http:'
  const options = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, signal }
  return new Promise((resolve, reject) => {
    // An unencrypted target is an address in an allowed network, never a name to look up.
    const sent = isPlain ? plainRequest(address, options) : request(address, { ...options, agent })
    sent.on('response', answer => {
      resolve({ status: answer.statusCode ?? 0 })
      let left = ANSWER_BYTES
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
