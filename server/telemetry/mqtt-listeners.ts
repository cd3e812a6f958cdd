import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'

/** Encrypted connections; with `ca`, a certificate it signed whose CN is the gateway's code replaces the password. */
export interface MqttTls {
  cert: string
  key: string
  ca?: string
  port: number
}

/** Where gateways connect: plain, and encrypted if there is a certificate. */
export interface MqttListeners {
  readonly port: number
  readonly tlsPort: number | undefined
  /** Rejects when a port is taken. */
  open(): Promise<void>
  close(): void
}

const MAX_CONNECTIONS = 10_000
/** Connections the system queues until we accept them: with Node's own 511 it turns gateways away after a restart. */
const BACKLOG = 4_096

/** `serve` gets each connection. */
export function createMqttListeners(
  { host, port, tls, log }: { host: string; port: number; tls?: MqttTls; log: FastifyBaseLogger },
  serve: (socket: Socket) => void,
): MqttListeners {
  const plain = createServer(serve)
  const encrypted =
    tls &&
    createTlsServer(
      {
        cert: tls.cert,
        key: tls.key,
        requestCert: tls.ca !== undefined,
        rejectUnauthorized: false,
        ...(tls.ca && { ca: tls.ca }),
      },
      serve,
    )
  for (const server of [plain, encrypted]) if (server) server.maxConnections = MAX_CONNECTIONS
  encrypted?.on('tlsClientError', error => log.debug({ reason: error.message }, 'TLS handshake failed'))

  return {
    get port() {
      return portOf(plain)
    },
    get tlsPort() {
      return encrypted && portOf(encrypted)
    },
    async open() {
      await listen(plain, port, host)
      if (encrypted && tls) await listen(encrypted, tls.port, host)
    },
    close() {
      plain.close()
      encrypted?.close()
    },
  }
}

const portOf = (server: Server) => (server.address() as AddressInfo | null)?.port ?? 0

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen({ port, host, backlog: BACKLOG })
  await once(server, 'listening')
}
