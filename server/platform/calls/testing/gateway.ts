import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { CallContent } from '../../database/tables/calls.ts'

export interface Gateway {
  url: string
  secret: string
  /** Everything it was handed, oldest first, whatever it answered; `isOurs`: whether the signature is right. */
  heard: { isOurs: boolean; id: string; call: CallContent & { id: string; type: string; to: string } }[]
  /** Answers it gives, in this order, before it takes anything. */
  answers: number[]
  stop(): Promise<void>
}

/** A real phone call gateway on this machine: it checks who hands it what and calls nobody. */
export async function startGateway(): Promise<Gateway> {
  const secret = 'a secret of the gateway and us'
  const heard: Gateway['heard'] = []
  const answers: number[] = []
  const take = async (request: IncomingMessage, reply: ServerResponse) => {
    const body = await text(request)
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers
    const right = createHmac('sha256', secret)
      .update(`${String(id)}.${String(at)}.${body}`)
      .digest('base64')
    const isFresh = Math.abs(Date.now() / 1_000 - Number(at)) < 300
    heard.push({ isOurs: isFresh && signature === `v1,${right}`, id: String(id), call: JSON.parse(body) })
    const status = answers.shift() ?? 204
    reply.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  }
  const server = createServer((request, reply) => void take(request, reply))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/calls`,
    secret,
    heard,
    answers,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
