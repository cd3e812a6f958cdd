import { type DeviceMessage, NAMESPACE, type NodeMessage, parseTopic } from '#shared/sparkplug/topic.ts'
import type { KnownDevice, Registry } from './registry.ts'

/** Message types a gateway sends. */
export type Upward = Exclude<NodeMessage | DeviceMessage, 'NCMD' | 'DCMD'>

/** How a gateway's message is judged; `device` is the gateway itself for node messages. */
export type Verdict =
  | { kind: 'accepted'; type: Upward; device: KnownDevice }
  /** A message type of a later Sparkplug: nothing is wrong with it. */
  | { kind: 'ignored' }
  /** `numbered`: the gateway gave it a sequence number. */
  | { kind: 'refused'; reason: string; numbered?: boolean }

const refused = (reason: string): Verdict => ({ kind: 'refused', reason })
/** Message types of Sparkplug 4 and later: capitals that begin with N or D. */
const LATER = /^sp[BC]v\d\.\d\/[^/]+\/[ND][A-Z_]+\/[^/]+(\/[^/]+)?$/

/** Judges a message by its topic: a gateway speaks for itself and for the devices registered under it. */
export function judge(topic: string, gateway: KnownDevice, group: string, registry: Registry): Verdict {
  const parsed = parseTopic(topic)
  if (!parsed)
    return LATER.test(topic) && !/\/(NCMD|DCMD)\//.test(topic)
      ? { kind: 'ignored' }
      : refused('no Sparkplug topic')
  if (parsed.kind === 'state') return refused('only the server sends STATE')
  if (parsed.group !== group) return refused(`the group here is "${group}"`)
  if (parsed.node !== gateway.code) return refused(`this gateway is "${gateway.code}"`)
  if (parsed.type === 'NCMD' || parsed.type === 'DCMD') return refused('only the server sends commands')
  if (parsed.kind === 'node') return { kind: 'accepted', type: parsed.type, device: gateway }
  const device = registry.behind(gateway, parsed.device)
  if (!device || device.code !== parsed.device)
    return {
      kind: 'refused',
      numbered: true,
      reason: `the device "${parsed.device}" is not registered under this gateway`,
    }
  return { kind: 'accepted', type: parsed.type, device }
}

/** Whether the gateway may subscribe there: to its own commands and the state of the host. */
export function maySubscribe(topic: string, gateway: KnownDevice, group: string, hostId: string): boolean {
  if (topic === `${NAMESPACE}/STATE/${hostId}` || topic === `${NAMESPACE}/STATE/+`) return true
  return ['NCMD', 'DCMD'].some(type => {
    const own = `${NAMESPACE}/${group}/${type}/${gateway.code}`
    return topic === own || topic.startsWith(`${own}/`)
  })
}
