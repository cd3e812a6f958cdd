import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { isLoopback } from '../config.ts'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * What counts as one address when attempts are limited: an IPv4 address, or an IPv6 /64, which is what one line gets.
 */
export function addressKey(ip: string): string {
  const mapped = MAPPED.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.replace(/%.*$/, '').toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  return [...groups, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')
}

/** Who opens a socket: the peer, or whom the nearest proxy names if it is trusted. */
export function callerAddress({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const named = trustProxy
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : ''
  return named || (socket.remoteAddress ?? '')
}

/** What a proxy writes into a call that it passes on. */
const PASSED_ON = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip']

/** Whether a call comes from this machine itself: not through a proxy on it, unless that is trusted and says so. */
export function isLocal(
  ip: string,
  headers: Readonly<Record<string, unknown>>,
  { trustProxy }: { trustProxy: boolean },
): boolean {
  if (!isLoopback(ip)) return false
  const isNamed = trustProxy && headers['x-forwarded-for'] !== undefined
  return isNamed || PASSED_ON.every(name => headers[name] === undefined)
}
