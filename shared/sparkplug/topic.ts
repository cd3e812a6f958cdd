/** First level of every Sparkplug B topic. */
export const NAMESPACE = 'spBv1.0'

const nodeMessages = ['NBIRTH', 'NDEATH', 'NDATA', 'NCMD'] as const
const deviceMessages = ['DBIRTH', 'DDEATH', 'DDATA', 'DCMD'] as const

export type NodeMessage = (typeof nodeMessages)[number]
export type DeviceMessage = (typeof deviceMessages)[number]

interface NodeTopic {
  kind: 'node'
  type: NodeMessage
  group: string
  node: string
}

interface DeviceTopic {
  kind: 'device'
  type: DeviceMessage
  group: string
  node: string
  device: string
}

interface StateTopic {
  kind: 'state'
  host: string
}

export type Topic = NodeTopic | DeviceTopic | StateTopic

const isNodeMessage = (type: string): type is NodeMessage =>
  (nodeMessages as readonly string[]).includes(type)
const isDeviceMessage = (type: string): type is DeviceMessage =>
  (deviceMessages as readonly string[]).includes(type)

/** Characters that no level of a topic contains. */
const FORBIDDEN = /[/+#\0]/
const isTopicLevel = (text: string) => text !== '' && !FORBIDDEN.test(text)

/**
 * Reads `spBv1.0/{group}/{type}/{node}[/{device}]` or `spBv1.0/STATE/{host}`.
 * @returns null for anything else, including unknown message types and wrong numbers of levels
 */
export function parseTopic(topic: string): Topic | null {
  const levels = topic.split('/')
  if (levels[0] !== NAMESPACE || !levels.every(isTopicLevel)) return null
  const [, group, type, node, device] = levels
  if (group === undefined || type === undefined) return null
  if (levels.length === 3) return group === 'STATE' ? { kind: 'state', host: type } : null
  if (node === undefined) return null
  if (levels.length === 4 && isNodeMessage(type)) return { kind: 'node', type, group, node }
  if (levels.length === 5 && device !== undefined && isDeviceMessage(type)) {
    return { kind: 'device', type, group, node, device }
  }
  return null
}

/**
 * Writes the topic of a message.
 * @throws RangeError when a level is empty or contains one of MQTT's own characters
 */
export function formatTopic(topic: Topic): string {
  const levels =
    topic.kind === 'state'
      ? [NAMESPACE, 'STATE', topic.host]
      : [NAMESPACE, topic.group, topic.type, topic.node, ...(topic.kind === 'device' ? [topic.device] : [])]
  const wrong = levels.find(level => !isTopicLevel(level))
  if (wrong !== undefined) throw new RangeError(`topic level ${JSON.stringify(wrong)} is not allowed`)
  return levels.join('/')
}
