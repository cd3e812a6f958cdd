import { isIPv4 } from 'node:net'
import { mayDialCamera } from '../../platform/network/dial-camera.ts'
import { networksOf } from '../../platform/network/outside.ts'

/** From which addresses devices may call and send. Plain values, so that a thread can be given them. */
export interface CallerRules {
  /** Private networks with cameras, as in CAMERA_NETWORKS. */
  networks: string
  /** The server listens on this machine only, so that nobody else can call. */
  isLocal: boolean
}

/** Addresses of IPv4 in the notation of IPv6, as sockets tell them. */
export const plainIp = (ip: string): string => ip.replace(/^::ffff:/i, '')

/** Devices are called only at addresses from which they may call. */
export function mayCall(ip: string, { networks, isLocal }: CallerRules): boolean {
  if (!isIPv4(ip)) return false
  if (isLocal) return ip.startsWith('127.')
  return mayDialCamera(ip, 'any', networks === '' ? [] : (networksOf(networks) ?? []))
}
