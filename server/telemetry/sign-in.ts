import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Client } from 'aedes'
import type { Availability } from './availability.ts'
import { isSecret } from './credentials.ts'
import { createReadLimit } from './read-limit.ts'
import type { KnownDevice, Registry } from './registry.ts'
import type { RegistryReading } from './registry-reading.ts'

/** Return codes of MQTT's CONNACK. */
export const CODE = { unavailable: 3, badPassword: 4, refused: 5 } as const
/** Minimum time between two notes, so that a gateway with a wrong password does not fill its history. ms */
const REFUSAL_NOTE_MS = 60_000
const NOTHING = Buffer.alloc(0)

type SignIn = (client: Client, username: string, password: Buffer | undefined) => Promise<KnownDevice>

/**
 * Identifies clients by name and password, or by a certificate of our authority with the gateway's code. Anyone not
 * recognised is looked up in the database, a few times a second per address. Rejects with the `returnCode` of the answer.
 * The resolved device may have changed before it is used.
 */
export function createSignIn(
  registry: Registry,
  reading: RegistryReading,
  availability: Availability,
): SignIn {
  const notedAt = new Map<string, number>()
  const mayRead = createReadLimit()

  function note(gateway: KnownDevice, detail: string): void {
    const now = Date.now()
    if (now - (notedAt.get(gateway.id) ?? 0) < REFUSAL_NOTE_MS) return
    notedAt.set(gateway.id, now)
    availability.note(gateway, 'refused', detail)
  }

  return async (client, username, password) => {
    const socket = client.conn as Socket & Partial<TLSSocket>
    const certified = certificateName(socket)
    // The database accepts no NUL in a text, so no code contains one.
    const name = username.includes('\0') ? undefined : username || certified
    const { remoteAddress = '' } = socket
    const isIts = (found: KnownDevice | undefined) => {
      const hasSecret = isSecret(password ?? NOTHING, found?.credentialHash ?? null)
      return found !== undefined && (hasSecret || certified === found.code)
    }
    // Changes just announced, to it or the devices behind it, are taken into account.
    await reading.settled()
    let gateway = name ? registry.byCode(name) : undefined
    if (name && !(isIts(gateway) && gateway?.status !== 'DISABLE') && mayRead(remoteAddress, Date.now()))
      gateway = await reading.find(name).catch(unavailable)
    const refuse = (reason: string, returnCode: number): never => {
      if (gateway) note(gateway, `${reason} from ${remoteAddress}`)
      throw Object.assign(new Error(reason), { returnCode })
    }
    if (!gateway || !isIts(gateway)) return refuse('wrong name or password', CODE.badPassword)
    if (gateway.status === 'DISABLE') return refuse('the gateway is disabled', CODE.refused)
    if (client.closed) throw Object.assign(new Error('it hung up'), { returnCode: CODE.refused })
    return gateway
  }
}

/** CN of a certificate that our authority signed. */
function certificateName(socket: Partial<TLSSocket>): string | undefined {
  if (!socket.authorized || !socket.getPeerCertificate) return undefined
  const { CN } = socket.getPeerCertificate().subject ?? {}
  return typeof CN === 'string' ? CN : undefined
}

function unavailable(cause: unknown): never {
  throw Object.assign(new Error('the database does not answer', { cause }), { returnCode: CODE.unavailable })
}
