import { type LookupAddress, lookup as resolve } from 'node:dns'
import { Agent, type AgentOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Duplex } from 'node:stream'
import ipaddr from 'ipaddr.js'

/** An address that the server must not dial for a user: services behind it trust their neighbours. */
export class NotOutside extends Error {
  override name = 'NotOutside'
}

const literal = (host: string) => host.replace(/^\[|\]$/g, '')

/** Networks an installation allows besides the internet: an address and its prefix length. */
export type Networks = readonly ReturnType<typeof ipaddr.parseCIDR>[]

/** Networks as written in a setting, `10.1.0.0/16, fd12::/48`; undefined if any is invalid. */
export function networksOf(text: string): Networks | undefined {
  const written = text.split(',').map(each => each.trim())
  return written.every(each => ipaddr.isValidCIDR(each))
    ? written.map(each => ipaddr.parseCIDR(each))
    : undefined
}

/** Networks as they were written, for a thread. */
export const networksAsText = (networks: Networks): string =>
  networks.map(([net, bits]) => `${net}/${bits}`).join()

/** Whether an IP address lies in one of the allowed networks. */
export function isAllowed(ip: string, networks: Networks): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return networks.some(([net, bits]) => net.kind() === address.kind() && address.match(net, bits))
}

/**
 * Whether an IP address is on the public internet: not this machine's, its network's or its provider's (metadata), in any
 * notation, and without an embedded IPv4 address.
 */
export function isOutside(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return address.range() === 'unicast' && !isCompatible(address) && !isOwn(ip)
}

const COMPATIBLE = ipaddr.parseCIDR('::/96') as [ipaddr.IPv6, number]
/** An IPv4 address written as IPv6 the old way, `::7f00:1`. */
const isCompatible = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address instanceof ipaddr.IPv6 && address.match(COMPATIBLE)

/** Whether a valid IP address is one of this machine's. */
export function isOwn(ip: string): boolean {
  const address = ipaddr.process(ip).toNormalizedString()
  const own = Object.values(networkInterfaces()).flatMap(found => found ?? [])
  return own.some(each => ipaddr.process(each.address).toNormalizedString() === address)
}

/** Names that only a private network resolves. */
const INSIDE =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|onion)\.?$/i

/**
 * Whether a user-given address may be dialled, judging by its text: https on the default port, a name or address of the
 * public internet, no password in it. What the name resolves to is judged on dialling. An address in an allowed network
 * may use http and another port.
 */
export function mayDial(address: string, networks: Networks = []): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return false
  const host = literal(hostname)
  if (isAllowed(host, networks)) return true
  if (protocol !== 'https:' || port !== '') return false
  return isIP(host) > 0 ? isOutside(host) : host.includes('.') && !INSIDE.test(host)
}

type MayReach = (ip: string) => boolean

/** Resolves a name only if every one of its addresses may be reached. */
const lookupOf =
  (mayReach: MayReach): LookupFunction =>
  (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const inside = found?.find(({ address }) => !mayReach(address))
      const [first] = found ?? []
      if (error || !first) return done(error ?? new Error(`${name} has no address`), [])
      if (inside) return done(new NotOutside(`${name} leads to ${inside.address}`), [])
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })
  }

/**
 * The one dialler for user-given addresses: connects to the public internet, and to what an installation allows besides
 * it. It judges the very address it then connects to, so that a name cannot resolve differently the second time.
 */
export class OutsideAgent extends Agent {
  readonly #mayReach: MayReach

  constructor({ networks = [], ...options }: AgentOptions & { networks?: Networks } = {}) {
    const mayReach = (ip: string) => isOutside(ip) || isAllowed(ip, networks)
    super({ keepAlive: true, maxFreeSockets: 4, ...options, lookup: lookupOf(mayReach) })
    this.#mayReach = mayReach
  }

  override createConnection(
    ...[options, done]: Parameters<Agent['createConnection']>
  ): Duplex | null | undefined {
    const { host } = options as { host?: string }
    // A plain address is never looked up.
    if (host !== undefined && isIP(literal(host)) > 0 && !this.#mayReach(literal(host))) {
      done?.(new NotOutside(`${host} is not outside`), null as never)
      return undefined
    }
    return super.createConnection(options, done)
  }
}
