import { type LookupAddress, lookup as resolve } from 'node:dns'
import { Agent, type AgentOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Duplex } from 'node:stream'
import ipaddr from 'ipaddr.js'

/** An address that the server must not dial for a user: what is behind it trusts its neighbours. */
export class NotOutside extends Error {
  override name = 'NotOutside'
}

const literal = (host: string) => host.replace(/^\[|\]$/g, '')

/** Networks that an installation allows beside the internet: an address and how many of its bits count. */
export type Networks = readonly ReturnType<typeof ipaddr.parseCIDR>[]

/** Networks as they are written in a setting, `10.1.0.0/16, fd12::/48`; undefined where one is none. */
export function networksOf(text: string): Networks | undefined {
  const written = text.split(',').map(each => each.trim())
  return written.every(each => ipaddr.isValidCIDR(each))
    ? written.map(each => ipaddr.parseCIDR(each))
    : undefined
}

/** Whether an IP address lies in one of the allowed networks. */
function isAllowed(ip: string, networks: Networks): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return networks.some(([net, bits]) => net.kind() === address.kind() && address.match(net, bits))
}

/**
 * Whether an IP address is one of the public internet: not of this machine, its network or its provider's (metadata), in
 * whatever notation, and none that carries an IPv4 address inside.
 */
export function isOutside(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  if (address.range() !== 'unicast') return false
  const own = Object.values(networkInterfaces()).flatMap(found => found ?? [])
  return !own.some(each => ipaddr.process(each.address).toNormalizedString() === address.toNormalizedString())
}

/** Names that only a network of one's own answers. */
const INSIDE =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|onion)\.?$/i

/**
 * Whether an address that a user gave may be dialled as far as its text tells: https at its usual port, a name or address of
 * the public internet, nobody's password in it. What the name stands for is judged when it is dialled. An address in an
 * allowed network may have another port, and be http.
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

/** Gives the addresses of a name when every one of them may be reached. */
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
 * The one dialler for addresses that users give: connects to the public internet, and to what an installation allows beside
 * it. It judges the address that it then connects to, so that a name cannot lead elsewhere the second time it is asked for.
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
