import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import {
  isAllowed,
  isOutside,
  isOwn,
  type Networks,
  NotOutside,
  networksAsText,
  networksOf,
} from './outside.ts'

/** For a camera in the same country to answer; ms. */
const CONNECT_MS = 5_000

/** What cameras may be dialled. Plain values, so that a thread can be given them. */
export interface DialRules {
  /** Private networks with cameras, as in CAMERA_NETWORKS. */
  networks: string
  /** Ports of this machine that stand for an address: `127.0.0.1:8554` to the port of a demonstration's simulator. */
  doors: Readonly<Record<string, number>>
}

/** The guarded dialler of cameras: its rules as they are now. */
export interface GuardedDial {
  rules(): DialRules
}

/** Rules of an installation. `doors` is asked before each dial: a simulator may be started again on another port. */
export const guardedDial = (
  networks: Networks,
  doors: () => DialRules['doors'] = () => ({}),
): GuardedDial => ({
  rules: () => ({ networks: networksAsText(networks), doors: doors() }),
})

/** Ranges in which cameras may stand if the installation says so: never this machine, its link or its metadata. */
const PRIVATE = ['private', 'uniqueLocal', 'carrierGradeNat']

/** Whether a camera at this IP address may be dialled. Only a network that the installation names is dialled inside. */
export function mayDialCamera(ip: string, network: 'any' | 'private', allowed: Networks): boolean {
  if (!ipaddr.isValid(ip)) return false
  if (network === 'any' && isOutside(ip)) return true
  return PRIVATE.includes(ipaddr.process(ip).range()) && isAllowed(ip, allowed) && !isOwn(ip)
}

/** Where a camera is said to be. */
export interface CameraAddress {
  host: string
  port: number
  network: 'any' | 'private'
}

/** An address that was judged: exactly what is then connected to. */
export interface JudgedAddress {
  ip: string
  port: number
}

/**
 * Resolves a user-given address of a camera and judges all it leads to. Rejects with {@link NotOutside}, or if the name is
 * not known.
 */
export async function judgeCamera(
  { host: written, port, network }: CameraAddress,
  { networks, doors }: DialRules,
): Promise<JudgedAddress> {
  const host = written.replace(/^\[|\]$/g, '')
  const door = doors[`${host}:${port}`]
  if (door !== undefined) return { ip: '127.0.0.1', port: door }
  const found = isIP(host) > 0 ? [host] : (await lookup(host, { all: true })).map(({ address }) => address)
  const allowed = networks === '' ? [] : (networksOf(networks) ?? [])
  const [ip] = found
  if (ip === undefined || !found.every(each => mayDialCamera(each, network, allowed)))
    throw new NotOutside('this address may not be dialled')
  return { ip, port }
}

/** Connects to a judged address. Rejects if nobody answers in time or `signal` aborts. */
export function dialJudged({ ip, port }: JudgedAddress, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: ip, port, noDelay: true })
    const done = (error?: Error) => {
      clearTimeout(late)
      signal.removeEventListener('abort', onAbort)
      socket.off('error', done)
      if (!error) return resolve(socket)
      socket.on('error', () => {})
      socket.destroy()
      reject(error)
    }
    const onAbort = () => done(new Error('the try was given up'))
    const late = setTimeout(() => done(new Error('nobody answered in time')), CONNECT_MS)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    socket.once('connect', () => done())
    socket.on('error', done)
  })
}
