import ipaddr from 'ipaddr.js'
import { isOutside, isOwn, type Networks } from './outside.ts'

/**
 * Where a camera's address leads. `outside`: the public internet. `allowed`: a network that the installation allows for
 * cameras. `private`: one that it does not. `inside`: this machine, its link, or something that is no single host.
 */
export type CameraPlace = 'outside' | 'allowed' | 'private' | 'inside'

/** Networks in which a farm has its cameras. */
const PRIVATE = ['private', 'uniqueLocal', 'carrierGradeNat']

/** Names that only a private network resolves. */
const INSIDE =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|onion)\.?$/i

/**
 * Judges the host of a camera by its text; what a name resolves to is judged again on dialling. Hosts in the networks of
 * `CAMERA_NETWORKS` are allowed, this machine itself never.
 */
export function placeOfCamera(host: string, networks: Networks): CameraPlace {
  if (!ipaddr.isValid(host)) {
    if (!host.includes('.')) return 'inside'
    return INSIDE.test(host) ? 'private' : 'outside'
  }
  const ip = ipaddr.process(host)
  const isPrivate = PRIVATE.includes(ip.range())
  if (isOwn(host) || !(isPrivate || ip.range() === 'unicast')) return 'inside'
  if (networks.some(([net, bits]) => net.kind() === ip.kind() && ip.match(net, bits))) return 'allowed'
  if (isPrivate) return 'private'
  return isOutside(host) ? 'outside' : 'inside'
}
