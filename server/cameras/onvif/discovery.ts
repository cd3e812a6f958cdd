import { networkInterfaces } from 'node:os'
import onvif from 'onvif'
import { type DialRules, mayDialCamera } from '../../platform/network/dial-camera.ts'
import { type Networks, networksOf } from '../../platform/network/outside.ts'
import type { OnvifNeighbour } from './orders.ts'

/** For cameras to answer. ms */
const ANSWERS_MS = 3_000
const FOUND_MOST = 100
const TEXT_MOST = 100

/** What is read of an answer (WS-Discovery, ProbeMatches). */
interface Match {
  XAddrs?: unknown
  scopes?: unknown
}

// Whoever answers something else is of no interest.
onvif.Discovery.on('error', () => {})

/** Asks all cameras in the networks that this machine stands in, and keeps those that may be dialled. */
export async function discover({ networks }: DialRules): Promise<OnvifNeighbour[]> {
  const allowed = networks === '' ? [] : (networksOf(networks) ?? [])
  const names = Object.entries(networkInterfaces())
    .filter(([, addresses]) => addresses?.some(({ family, internal }) => family === 'IPv4' && !internal))
    .map(([name]) => name)
  const answers = await Promise.all(names.map(askAt))
  const found = answers.flat().flatMap(match => neighbourOf(match, allowed) ?? [])
  return [...new Map(found.map(each => [each.address, each])).values()].slice(0, FOUND_MOST)
}

const askAt = (device: string): Promise<Match[]> =>
  new Promise(resolve => {
    onvif.Discovery.probe({ timeout: ANSWERS_MS, resolve: false, device }, (_error, found) => {
      const all = (Array.isArray(found) ? found : []) as { probeMatches?: { probeMatch?: Match | Match[] } }[]
      resolve(all.flatMap(({ probeMatches }) => probeMatches?.probeMatch ?? []))
    })
  })

/** Where a camera that answered is asked, and what it calls itself; undefined if it may not be dialled. */
export function neighbourOf({ XAddrs, scopes }: Match, allowed: Networks): OnvifNeighbour | undefined {
  const address = String(XAddrs ?? '')
    .split(/\s+/)
    .find(
      each =>
        URL.canParse(each) &&
        new URL(each).protocol === 'http:' &&
        mayDialCamera(new URL(each).hostname.replace(/^\[|\]$/g, ''), 'private', allowed),
    )
  if (address === undefined) return undefined
  const told = (kind: string) =>
    decoded(new RegExp(`onvif://www\\.onvif\\.org/${kind}/(\\S+)`, 'i').exec(String(scopes ?? ''))?.[1] ?? '')
  const says = [...new Set([told('name'), told('hardware')])].filter(Boolean).join(' · ')
  return { address, says: says.replace(/\p{Cc}/gu, ' ').slice(0, TEXT_MOST) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
