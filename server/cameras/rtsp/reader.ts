/** A response of the camera, header names in lower case. */
export interface RtspResponse {
  status: number
  headers: ReadonlyMap<string, string>
  /** All challenges: the header may come several times. */
  challenges: readonly string[]
  body: string
}

/** What arrives on the connection: responses, and packets of interleaved channels. */
export interface Arrivals {
  response(cseq: number, response: RtspResponse): void
  packet(channel: number, data: Buffer): void
}

/** More than any head with its description; Bytes */
const MESSAGE_MOST = 64 * 1024
const DOLLAR = 0x24
const HEAD_END = '\r\n\r\n'

/**
 * Takes apart what arrives on an RTSP connection (RFC 2326, interleaved packets of section 10.12). Returns the function that
 * takes chunks; it throws on anything that is neither.
 */
export function rtspReader(arrivals: Arrivals): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return chunk => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (at < rest.length) {
      const used = rest[at] === DOLLAR ? packetAt(rest, at, arrivals) : messageAt(rest, at, arrivals)
      if (used === 0) break
      at += used
    }
    rest = rest.subarray(at)
  }
}

/** Bytes used by a whole packet at this place; 0 if the rest of it has not arrived. */
function packetAt(bytes: Buffer, at: number, { packet }: Arrivals): number {
  if (bytes.length < at + 4) return 0
  const end = at + 4 + bytes.readUInt16BE(at + 2)
  if (bytes.length < end) return 0
  packet(bytes[at + 1] ?? 0, bytes.subarray(at + 4, end))
  return end - at
}

/** The same of a message. Requests of the camera are read over: none of them needs an answer here. */
function messageAt(bytes: Buffer, at: number, { response }: Arrivals): number {
  // Some cameras put an empty line between messages.
  if (bytes[at] === 0x0d || bytes[at] === 0x0a) return 1
  const head = bytes.indexOf(HEAD_END, at)
  if (head < 0) {
    if (bytes.length - at > MESSAGE_MOST) throw new Error('not a message of RTSP')
    return 0
  }
  const [first = '', ...lines] = bytes.toString('latin1', at, head).split('\r\n')
  if (!/^(?:RTSP\/\d|[A-Z_]{3,20} )/.test(first)) throw new Error('not a message of RTSP')
  const headers = new Map<string, string>()
  const challenges: string[] = []
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) continue
    const [name, value] = [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    headers.set(name, value)
    if (name === 'www-authenticate') challenges.push(value)
  }
  const length = Number(headers.get('content-length') ?? 0)
  if (!(length >= 0 && length <= MESSAGE_MOST)) throw new Error('not a message of RTSP')
  const end = head + HEAD_END.length + length
  if (bytes.length < end) return 0
  const status = Number(/^RTSP\/\d\.\d (\d{3})/.exec(first)?.[1])
  if (status) {
    const body = bytes.toString('utf8', head + HEAD_END.length, end)
    response(Number(headers.get('cseq')), { status, headers, challenges, body })
  }
  return end - at
}
