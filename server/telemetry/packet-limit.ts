import type { Client } from 'aedes'

/** The largest birth of a house is under 100 kB. */
const MAX_PACKET = 1024 * 1024
const MAX_BEFORE_SIGN_IN = 64 * 1024

/** The part of mqtt-packet's parser that this relies on. */
interface Parser {
  packet: { length: number }
  _parseLength(): boolean
}

/**
 * Ends the connection as soon as a packet announces more than it may contain: the parser itself would collect up to
 * 256 MB in memory. Neither aedes nor mqtt-packet has a setting for it, so this relies on internals; both are pinned.
 */
export function limitPackets(client: Client): void {
  const { _parser: parser } = client as unknown as { _parser: Parser }
  const parseLength = parser._parseLength
  parser._parseLength = () => {
    const parsed = parseLength.call(parser)
    const limit = client.connected ? MAX_PACKET : MAX_BEFORE_SIGN_IN
    if (!parsed || parser.packet.length <= limit) return parsed
    client.emit('error', new Error(`packet of ${parser.packet.length} bytes`))
    return false
  }
}
