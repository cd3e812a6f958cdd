import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters } from 'werift'

/** A media server as MediaMTX is spoken to: GStreamer pulls its cameras, and its viewers are answered by WHEP. */
export interface WhepServer {
  url: string
  /** Paths that are set, with their sources. */
  paths: ReadonlyMap<string, string>
  /** Viewers it sends to. */
  sessions(): number
  stop(): Promise<void>
}

interface Path {
  source: string
  puller: ChildProcess
  packets: Socket
  tracks: Set<MediaStreamTrack>
}

/** Pulls a source with GStreamer's client, packets as they are. */
async function pull(source: string): Promise<Path> {
  const packets = createSocket('udp4').bind(0, '127.0.0.1')
  await once(packets, 'listening')
  const url = new URL(source)
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  url.username = ''
  url.password = ''
  const from = ['rtspsrc', `location=${url.href}`, 'protocols=tcp', 'latency=0']
  const signIn = user === '' ? [] : [`user-id=${user}`, `user-pw=${password}`]
  const to = ['udpsink', 'host=127.0.0.1', `port=${packets.address().port}`, 'sync=false']
  const repack = ['rtph264depay', '!', 'rtph264pay', 'config-interval=-1', 'mtu=1200']
  const puller = spawn('gst-launch-1.0', ['-q', ...from, ...signIn, '!', ...repack, '!', ...to], {
    stdio: 'ignore',
  })
  const tracks = new Set<MediaStreamTrack>()
  packets.on('message', data => {
    for (const track of tracks) track.writeRtp(data)
  })
  return { source, puller, packets, tracks }
}

/** What every browser takes. */
export const h264 = () =>
  new RTCRtpCodecParameters({
    mimeType: 'video/H264',
    clockRate: 90_000,
    parameters: 'profile-level-id=42e01f;packetization-mode=1',
  })

export async function startWhepServer(): Promise<WhepServer> {
  const paths = new Map<string, Path>()
  const sources = new Map<string, string>()
  const sessions = new Map<string, () => void>()

  const remove = (name: string) => {
    const path = paths.get(name)
    paths.delete(name)
    sources.delete(name)
    path?.puller.kill('SIGKILL')
    path?.packets.close()
  }
  async function answer({ tracks }: Path, offer: string): Promise<{ id: string; sdp: string }> {
    const connection = new RTCPeerConnection({ codecs: { video: [h264()] }, iceServers: [] })
    const track = new MediaStreamTrack({ kind: 'video' })
    connection.addTransceiver(track, { direction: 'sendonly' })
    await connection.setRemoteDescription({ type: 'offer', sdp: offer })
    await connection.setLocalDescription(await connection.createAnswer())
    tracks.add(track)
    const id = randomUUID()
    sessions.set(id, () => {
      tracks.delete(track)
      void connection.close()
    })
    return { id, sdp: connection.localDescription?.sdp ?? '' }
  }
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const path = new URL(request.url ?? '/', 'http://server').pathname
    const [, order, name = ''] = /^\/v3\/config\/paths\/(list|replace|delete)\/?([\w-]*)$/.exec(path) ?? []
    const [, watched, session] = /^\/([\w-]+)\/whep(?:\/([\w-]+))?$/.exec(path) ?? []
    if (order === 'list')
      return void response.end(JSON.stringify({ items: [...sources.keys()].map(each => ({ name: each })) }))
    if (order !== undefined) {
      remove(name)
      if (order === 'replace') {
        const { source } = JSON.parse(body) as { source: string }
        sources.set(name, source)
        paths.set(name, await pull(source))
      }
      return void response.end()
    }
    if (session !== undefined && request.method === 'DELETE') {
      sessions.get(session)?.()
      return void response.writeHead(sessions.delete(session) ? 200 : 404).end()
    }
    const found = paths.get(watched ?? '')
    if (!found) return void response.writeHead(404).end()
    const { id, sdp } = await answer(found, body)
    response.writeHead(201, { 'content-type': 'application/sdp', location: `${path}/${id}` }).end(sdp)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.writeHead(500).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths: sources,
    sessions: () => sessions.size,
    async stop() {
      for (const end of sessions.values()) end()
      for (const name of Array.from(paths.keys())) remove(name)
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
