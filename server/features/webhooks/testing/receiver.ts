import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Got {
  /** The name of the address it came to. */
  path: string
  id: string
  timestamp: string
  /** Whether the signature matches the address's secret; false if no secret is known. */
  isSigned: boolean
  message: { id: string; event: string; time: string; version: number; data: Record<string, unknown> }
}

export interface Receiver {
  /** A separate address, `http://127.0.0.1:…/name`. */
  address(name: string): string
  /** The secret for signing messages to it. */
  knows(name: string, secret: string): void
  /** Everything received, oldest first, accepted or not. */
  got: Got[]
  /** Answers it gives instead of accepting, one after the other; 'nothing' leaves the sender waiting. */
  answers: (number | 'nothing' | { status: number; headers: Record<string, string> })[]
  stop(): Promise<void>
}

/** Another system: it receives webhooks over real HTTP and checks them by Standard Webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const secrets = new Map<string, string>()
  const got: Got[] = []
  const answers: Receiver['answers'] = []
  const server = createServer((request, response) => void take(request, response))
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const path = request.url ?? ''
    const {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    } = request.headers
    const key = Buffer.from((secrets.get(path) ?? '').replace(/^whsec_/, ''), 'base64')
    const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    const isSigned = secrets.has(path) && signature === `v1,${right}`
    got.push({ path, id: String(id), timestamp: String(timestamp), isSigned, message: JSON.parse(body) })
    const answer = answers.shift() ?? 200
    if (answer === 'nothing') return
    const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer
    response.writeHead(status, headers).end('thank you')
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    got,
    answers,
    address: name => `http://127.0.0.1:${port}/${name}`,
    knows: (name, secret) => void secrets.set(`/${name}`, secret),
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
