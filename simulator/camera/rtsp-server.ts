import { createHash, randomBytes, randomInt } from 'node:crypto'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Film } from './film.ts'
import { Packetiser } from './rtp.ts'

const REALM = 'simulator'
const PAYLOAD_TYPE = 96
const TICKS_A_MS = 90
const METHODS = 'OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER, TEARDOWN'
const SESSION_S = 60
/** Of a viewer that does not read: it has to come again. Bytes */
const BACKLOG_MOST = 4 * 1024 * 1024
const REQUEST_MOST = 16 * 1024

export interface CameraServer {
  readonly port: number
  /** Times that its recorder was asked to play, as they were written. */
  readonly replays: readonly string[]
  stop(): Promise<void>
}

interface Options {
  port: number
  username: string
  password: string
  /** The film of the house with this code. */
  film(code: string): Film | undefined
}

interface Request {
  method: string
  uri: string
  headers: ReadonlyMap<string, string>
}

/** Serves films as cameras do: RTSP over one TCP connection (RFC 2326), behind Digest. On loopback only. */
export async function serveCameras(options: Options): Promise<CameraServer> {
  const connections = new Set<Socket>()
  const replays: string[] = []
  const server = createServer(socket => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.setNoDelay(true)
    converse(socket, options, replays)
  })
  await listen(server, options.port)
  return {
    port: (server.address() as AddressInfo).port,
    replays,
    async stop() {
      for (const socket of connections) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Answers the requests of one connection. */
function converse(socket: Socket, { username, password, film }: Options, replays: string[]): void {
  const nonce = randomBytes(16).toString('hex')
  const session = randomBytes(4).toString('hex')
  let stop: (() => void) | undefined
  let channel = 0
  let arrived = ''
  const answer = (request: Request, status: string, headers: Record<string, string> = {}, body = '') => {
    const all = {
      CSeq: request.headers.get('cseq') ?? '0',
      ...headers,
      ...(body && { 'Content-Type': 'application/sdp', 'Content-Length': String(Buffer.byteLength(body)) }),
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`RTSP/1.0 ${status}\r\n${lines.join('')}\r\n${body}`)
  }
  const play = (shown: Film, lengthS?: number) => {
    const packetiser = new Packetiser(PAYLOAD_TYPE, randomInt(0x10000), randomInt(0x7fffffff))
    const began = Date.now()
    stop?.()
    const unwatch = shown.watch(({ nals, at }) => {
      if (socket.writableLength > BACKLOG_MOST) return void socket.destroy()
      socket.cork()
      for (const packet of packetiser.packets(nals, (at - began) * TICKS_A_MS)) {
        const head = Buffer.from([0x24, channel, 0, 0])
        head.writeUInt16BE(packet.length, 2)
        socket.write(head)
        socket.write(packet)
      }
      socket.uncork()
      if (lengthS !== undefined && Date.now() - began > lengthS * 1_000) goodbye()
    })
    stop = unwatch
  }
  /** The recording ends here (RFC 3550, 6.6). */
  const goodbye = () => {
    stop?.()
    stop = undefined
    socket.write(Buffer.from([0x24, channel + 1, 0, 8, 0x81, 203, 0, 1, 0, 0, 0, 0]))
  }
  const handle = (request: Request) => {
    const { method, uri, headers } = request
    if (method === 'OPTIONS') return answer(request, '200 OK', { Public: METHODS })
    if (!isSignedIn(request, { username, password, nonce }))
      return answer(request, '401 Unauthorized', {
        'WWW-Authenticate': `Digest realm="${REALM}", nonce="${nonce}"`,
      })
    const shown = film(codeOf(uri))
    if (!shown) return answer(request, '404 Not Found')
    const own = { Session: `${session};timeout=${SESSION_S}` }
    switch (method) {
      case 'DESCRIBE':
        return answer(
          request,
          '200 OK',
          { 'Content-Base': `${uri.replace(/\/$/, '')}/` },
          descriptionOf(shown),
        )
      case 'SETUP': {
        const asked = /TCP;.*interleaved=(\d+)-/.exec(headers.get('transport') ?? '')
        if (!asked) return answer(request, '461 Unsupported Transport')
        channel = Number(asked[1]) & 0xff
        const transport = `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`
        return answer(request, '200 OK', { ...own, Transport: transport })
      }
      case 'PLAY': {
        const range = headers.get('range') ?? 'npt=0.000-'
        const kept = range.startsWith('clock=')
        // As of ONVIF's recorders: a time is played only for who says that it knows how.
        if (kept && headers.get('require') !== 'onvif-replay') return answer(request, '457 Invalid Range')
        answer(request, '200 OK', { ...own, Range: range })
        if (kept) replays.push(range)
        return play(shown, kept ? secondsOf(range) : undefined)
      }
      case 'GET_PARAMETER':
        return answer(request, '200 OK', own)
      case 'TEARDOWN':
        stop?.()
        stop = undefined
        return answer(request, '200 OK')
      default:
        return answer(request, '501 Not Implemented')
    }
  }
  socket.on('data', (chunk: Buffer) => {
    arrived += chunk.toString('latin1')
    if (arrived.length > REQUEST_MOST) return void socket.destroy()
    for (let end = arrived.indexOf('\r\n\r\n'); end >= 0; end = arrived.indexOf('\r\n\r\n')) {
      const request = requestOf(arrived.slice(0, end))
      arrived = arrived.slice(end + 4)
      if (!request) return void socket.destroy()
      handle(request)
    }
  })
  socket.on('close', () => stop?.())
}

/** How long a time is that is written as `clock=20261130T020000.000Z-20261130T020500.000Z`. */
function secondsOf(range: string): number {
  const [from = 0, to = 0] = range
    .slice('clock='.length)
    .split('-')
    .map(each => Date.parse(each.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(.*)$/, '$1-$2-$3T$4:$5:$6')))
  return (to - from) / 1_000
}

function requestOf(text: string): Request | undefined {
  const [first = '', ...lines] = text.split('\r\n')
  const [, method = '', uri = ''] = /^([A-Z_]+) (\S+) RTSP\/1\.\d$/.exec(first) ?? []
  if (method === '') return undefined
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  return { method, uri, headers }
}

/** The first part of the path: cameras are named by the code of their house's controller. */
function codeOf(uri: string): string {
  if (!URL.canParse(uri)) return ''
  try {
    return decodeURIComponent(new URL(uri).pathname.split('/')[1] ?? '')
  } catch {
    return ''
  }
}

function isSignedIn(
  { method, headers }: Request,
  { username, password, nonce }: { username: string; password: string; nonce: string },
): boolean {
  const given = headers.get('authorization') ?? ''
  const said = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(given)?.[1]
  if (said('username') !== username || said('nonce') !== nonce) return false
  const hash = (text: string) => createHash('md5').update(text).digest('hex')
  const who = hash(`${username}:${REALM}:${password}`)
  return said('response') === hash(`${who}:${nonce}:${hash(`${method}:${said('uri')}`)}`)
}

function descriptionOf(film: Film): string {
  const [sps, pps] = film.parameterSets()
  const sets = [sps, pps].map(set => set?.toString('base64')).join()
  const profile = sps?.subarray(1, 4).toString('hex')
  return [
    'v=0',
    'o=- 0 0 IN IP4 127.0.0.1',
    's=Simulated house',
    't=0 0',
    'a=control:*',
    `m=video 0 RTP/AVP ${PAYLOAD_TYPE}`,
    'c=IN IP4 0.0.0.0',
    `a=rtpmap:${PAYLOAD_TYPE} H264/90000`,
    `a=fmtp:${PAYLOAD_TYPE} packetization-mode=1;profile-level-id=${profile};sprop-parameter-sets=${sets}`,
    'a=control:picture',
    '',
  ].join('\r\n')
}
